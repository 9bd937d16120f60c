import type { Words } from './describe-fact.ts';

type BoxKind =
  | 'snapshot.applied'
  | 'snapshot.refused'
  | 'panel.signed_in'
  | 'panel.locked_out'
  | 'wiring.confirmed'
  | 'wiring.rejected'
  | 'journal.lost'
  | 'journal.pruned'
  | 'store.rebuilt'
  | 'local.connected'
  | 'local.gone'
  | 'update.begun'
  | 'update.kept'
  | 'update.undone';

const REBUILT = {
  box: 'The settings of this box were damaged and begun anew',
  access: 'The access rules were damaged and begun anew',
  journal: 'The record of this box was damaged and begun anew',
  identity: 'The identity of this box was lost: its cloud is not asked any more, doors go on',
} as const;

/** What happened to the box itself, as staff read it. */
export const BOX_WORDS: Pick<Words, BoxKind> = {
  'snapshot.applied': ({ revision, whole }) => `Access rules ${revision} in force${whole ? ', taken whole' : ''}`,
  'snapshot.refused': ({ revision, why }) => `Access rules ${revision} not taken: ${why}`,
  'panel.signed_in': ({ name }) => `${name} signed in at the panel`,
  'panel.locked_out': ({ tries }) => `The panel is locked after ${tries} wrong PINs`,
  'wiring.confirmed': ({ by }) => `${by} confirmed a new wiring at the panel: the doors follow it`,
  'wiring.rejected': ({ by }) => `${by} rejected a new wiring at the panel: the doors stay as they were`,
  'journal.lost': ({ facts, why }) => `${facts} facts could not be written (${why})`,
  'journal.pruned': ({ through, why }) => `Facts up to ${through}, which the cloud has, were let go early (${why})`,
  'store.rebuilt': ({ store, why }) => `${REBUILT[store]} (${why})`,
  'local.connected': ({ client }) => `${client} connected`,
  'local.gone': ({ client, why }) => `${client} is gone (${why})`,
  'update.begun': ({ from, to }) => `Update from version ${from} to ${to} begun`,
  'update.kept': ({ version }) => `Version ${version} works and is kept`,
  'update.undone': ({ from, to, why }) => `Back from version ${from} to ${to} (${why})`,
};
