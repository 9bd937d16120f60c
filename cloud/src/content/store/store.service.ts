import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import type { OwnCall } from '../../kit/http/endpoint.ts';
import { wrongField } from '../../kit/http/validate.ts';
import { notConfigured, providerDown } from '../../kit/outbound/provider-faults.ts';
import { ProviderSilent } from '../../kit/outbound/provider-request.ts';
import type { Facility } from '../../platform/organisations/organisations.service.ts';
import { storeFault } from './store.faults.ts';
import { storeRepo } from './store.repo.ts';
import { type Asked, changesOf, type PushedField, wantedOf } from './store-fields.ts';
import { type StoreFields, type StoreLocation, type StoreProvider, StoreRefused } from './store-provider.ts';

export interface StoreDeps {
  readonly db: Pick<Database, 'write'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly store: StoreProvider | undefined;
}
export type StoreService = ReturnType<typeof createStoreService>;

/** Longer than a push may take, and than a location takes to be seen whose answer was lost. */
const CLAIMED_FOR = Minutes(2);

interface Claim {
  readonly locationId: string | null;
  readonly until: number;
}

/** An addition whose answer was lost, and whose effect is not to be seen yet. */
class MaybeAdded extends Error {
  override readonly name = 'MaybeAdded';
}

/** The locations of an online store, one for a facility. Nothing here waits for the store within a unit of work. */
export const createStoreService = ({ db, clock, store }: StoreDeps) => {
  const claim = async (facilityId: FacilityId): Promise<Claim> => {
    const now = clock.wallMs();
    const until = now + CLAIMED_FOR;
    const { row, busyUntil } = await db.write(async (tx) => {
      const repo = storeRepo(tx);
      const taken = await repo.claim(facilityId, now, until);
      return { row: taken, busyUntil: taken === undefined ? await repo.busyUntil(facilityId) : null };
    });
    if (row !== undefined) return { locationId: row.location_id, until };
    const seconds = Math.max(1, Math.ceil((Number(busyUntil ?? until) - now) / 1_000));
    throw storeFault('store_busy', 'The location of this facility is being updated.', {
      headers: { 'Retry-After': String(seconds) },
    });
  };

  /** What is ours there already. Whoever lost an answer, or its database, finds by the facility what was added before. */
  const findOurs = async (
    provider: StoreProvider,
    facilityId: FacilityId,
    known: string | null,
  ): Promise<StoreLocation | undefined> =>
    (known === null ? undefined : await provider.get(known)) ?? provider.find(facilityId);

  const add = async (
    provider: StoreProvider,
    facilityId: FacilityId,
    wanted: StoreFields,
  ): Promise<{ readonly location: StoreLocation; readonly isNew: boolean }> => {
    try {
      return { location: await provider.add(facilityId, wanted), isNew: true };
    } catch (error) {
      if (!(error instanceof ProviderSilent)) throw error;
      const added = await provider.find(facilityId).catch(() => undefined);
      if (added === undefined) throw new MaybeAdded(error.message);
      return { location: added, isNew: false };
    }
  };

  const bring = async (provider: StoreProvider, facility: Facility, asked: Asked, known: string | null) => {
    const wanted = wantedOf(facility, asked);
    const there = await findOurs(provider, facility.id, known);
    if (there === undefined && wanted.address.countryCode === undefined)
      throw wrongField('body.address.countryCode', 'required', 'is required: the facility has none');
    const { location, isNew } =
      there === undefined ? await add(provider, facility.id, wanted) : { location: there, isNew: false };
    const { change, pushed, unchanged } = changesOf(location, wanted, isNew);
    if (change !== undefined) await provider.edit(location.id, change);
    const active: PushedField[] = [];
    if (asked.active !== undefined) active.push('active');
    if (asked.active !== undefined && asked.active !== location.isActive)
      await provider.setActive(location.id, asked.active);
    const isSame = asked.active === location.isActive && !isNew;
    return {
      locationId: location.id,
      pushed: [...pushed, ...(isSame ? [] : active)],
      unchanged: [...unchanged, ...(isSame ? active : [])],
    };
  };

  return {
    /**
     * Brings the location of a facility to what is asked, and adds it first where there is none. At a time one request does so
     * for a facility. Throws the faults of the store, and those of a provider.
     */
    push: async (facility: Facility, asked: Asked, write: OwnCall['write']) => {
      if (store === undefined) throw notConfigured('online store');
      const held = await claim(facility.id);
      try {
        const done = await bring(store, facility, asked, held.locationId);
        const kept = { location_id: done.locationId, pushed_at: clock.wallMs() };
        return await write(async (tx) => {
          await storeRepo(tx).release(facility.id, held.until, kept);
          return done;
        });
      } catch (error) {
        // What may still come to be seen is looked for before anybody adds it again: the claim ends by itself.
        if (!(error instanceof MaybeAdded)) await db.write((tx) => storeRepo(tx).release(facility.id, held.until));
        throw faultOf(error);
      }
    },
  };
};

const faultOf = (error: unknown): unknown => {
  if (error instanceof ProviderSilent || error instanceof MaybeAdded)
    return providerDown('online store', error.message);
  if (!(error instanceof StoreRefused)) return error;
  const { problems } = error;
  const errors = problems.map(({ path, message }) => ({ path, rule: 'refused', message }));
  const text = problems.map(({ path, message }) => `${path}: ${message}`).join('; ');
  const message = text === '' ? 'The store does not say why.' : text;
  return storeFault('store_refused', message, { body: { error: 'store_refused', message, errors } });
};
