import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { declarations } from '../../areas.ts';
import type { AnyEndpoint } from '../../kit/http/endpoint.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { mirroredIn, mirrorOf, unmirrored } from './mirror.ts';
import { restEndpoint } from './rest-surface.ts';

const success = { status: 200, description: 'It.', schema: z.object({ ok: z.boolean() }) } as const;
const common = {
  method: 'GET',
  summary: 'Read it',
  description: 'It.',
  gate: { needs: 'facility-staff', in: 'anywhere' },
  success,
  faults: {},
  handle: async () => ({ ok: true }),
} as const;
const platform = platformEndpoint<object>();
const facility = platform({
  ...common,
  id: 'gyms.read',
  path: '/api/gyms/:gymId',
  params: z.strictObject({ gymId: z.string().max(9) }),
  graph: { node: 'Gym', key: 'gymId', prefix: 'gym_' },
});
const doors = platform({
  ...common,
  id: 'gates.list',
  path: '/api/devices/gates/:club',
  params: z.strictObject({ club: z.string().max(9) }),
  graph: { on: 'Gym', as: 'sideDoors', with: { club: 'gymId' } },
});

describe('the mirror of the platform API', () => {
  it('has every endpoint but those that say why not, each under its own path', () => {
    const { pathsOf } = mirrorOf(declarations);
    const platformOnes = declarations.filter(({ surface }) => surface.name === 'platform');
    expect(platformOnes.length).toBeGreaterThan(180);
    const without = platformOnes.filter(
      (endpoint) => pathsOf(endpoint)[0] !== endpoint.path.replace(/^\/api/, '/v1/rest'),
    );
    expect(without.every((endpoint) => unmirrored(endpoint) !== undefined)).toBe(true);
    expect(without.map(({ id }) => id).sort()).toEqual([
      'desks.read',
      'desks.sign-in',
      'installers.look-at-invite',
      'live.open',
      'sessions.passkey-options',
      'sessions.send-code',
      'sessions.sign-in',
      'sessions.sign-in-by-link',
      'sessions.sign-in-by-passkey',
      'single-sign-on.begin',
      'single-sign-on.finish',
    ]);
  });
  it('has the edges of a node below it, by their own parameters', () => {
    const { pathsOf } = mirrorOf([facility, doors]);
    expect(pathsOf(facility)).toEqual(['/v1/rest/gyms/:gymId']);
    expect(pathsOf(doors)).toEqual(['/v1/rest/devices/gates/:club', '/v1/rest/gyms/:club/side-doors']);
    expect(mirroredIn([facility, doors]).map(({ id, path }) => [id, path])).toEqual([
      ['gyms.read', '/v1/rest/gyms/:gymId'],
      ['gates.list', '/v1/rest/devices/gates/:club'],
      ['gates.list-by-graph', '/v1/rest/gyms/:club/side-doors'],
    ]);
  });
  it.each([
    [
      'a declaration of its own',
      restEndpoint<object>()({
        ...common,
        id: 'own.gates',
        path: '/v1/rest/devices/gates/:id',
        params: z.strictObject({ id: z.string().max(9) }),
      }),
    ],
    ['an edge of the same name', { ...doors, id: 'other.list', path: '/api/other/:club' } as AnyEndpoint],
  ])('does not start where it meets %s', (_what, other) => {
    expect(() => mirrorOf([facility, doors, other])).toThrow(/are both GET/);
  });
  it('does not start where something takes `fields` for a query of its own', () => {
    const taken = platform({
      ...common,
      id: 'fields.list',
      path: '/api/fields',
      query: z.strictObject({ fields: z.string().max(9) }),
    });
    expect(() => mirrorOf([taken])).toThrow(/fields/);
  });
});
