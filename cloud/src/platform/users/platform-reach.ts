import {
  type Alternative,
  alternativesOf,
  mayOwn,
  type PlatformCaller,
  type PlatformGate,
  rightsOf,
} from './platform-gate.ts';
import { gives, type RoleGrant } from './roles.ts';

type Holder = Pick<PlatformCaller, 'grants' | 'session' | 'unnarrowed'>;

/** Of what a gate is before, as far as it decides where somebody has to hold something. */
interface Asked {
  /** An organisation has to be named: what is held at a facility does not count there. */
  readonly namesOrganisation: boolean;
}

/**
 * Whether somebody could get through a gate at some place at least: for what shows them what they may ask. It decides nothing: who
 * asks all the same is told by the gate.
 */
export const mayReach = (caller: Holder, gate: PlatformGate, asked: Asked): boolean =>
  alternativesOf(gate).some(
    (way) =>
      isTheirOwn(caller, way) || caller.grants.some((grant) => givesSomeOf(grant, way) && countsFor(grant, way, asked)),
  );

const givesSomeOf = ({ right }: RoleGrant, way: Alternative): boolean =>
  rightsOf(way).some((needed) => gives(right, needed));

const countsFor = ({ scope }: RoleGrant, way: Alternative, { namesOrganisation }: Asked): boolean => {
  if (way.in === 'platform') return scope === 'platform';
  return way.in !== 'organisation' || scope !== 'facility' || !namesOrganisation;
};

const isTheirOwn = (caller: Holder, way: Alternative): boolean =>
  way.orOwn === true && mayOwn(caller) && (way.in !== 'resource' || caller.grants.length > 0);
