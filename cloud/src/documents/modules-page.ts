import { inOrderOfNeeds } from '../kit/modules/make-modules.ts';
import type { Area, Module } from '../kit/modules/module.ts';
import type { Order } from '../kit/modules/ports.ts';
import type { TablePolicy } from '../kit/modules/table-policy.ts';
import { inOrderOfHearing } from '../kit/modules/wire.ts';
import { unusable } from './unusable.ts';

export const MODULES_PAGE = 'docs/modules.md';

/** What the cloud is made of, written from what the modules tell of themselves. Makes none of them. */
export const modulesPage = (areas: readonly Area[]): string => {
  const modules = inOrderOfNeeds(areas);
  const heard = modules.flatMap((module) => [
    ...module.on(unusable).map(({ of, order }) => ({ event: of.event, by: module.name, order, later: false })),
    ...module
      .afterwards(unusable)
      .map(({ of }) => ({ event: of.event, by: module.name, order: {} as Order, later: true })),
  ]);
  const answers = new Map(
    modules.flatMap(({ name, answers }) => answers(unusable).map(({ to }) => [to.question, name] as const)),
  );
  return [
    '# Modules',
    '',
    'Written by `npm run generate` from what the modules of the cloud tell of themselves. Each area may use those before it; the modules of an area are in the order in which they are made. Tables are never copied to [staging](staging.md) but those marked as *copied*, or *masked* where some columns are taken as masks alone.',
    '',
    '| area | module | needs | owns |',
    '| --- | --- | --- | --- |',
    ...areas.flatMap((area) =>
      modules
        .filter((module) => area.modules.includes(module))
        .map(({ name, needs, owns }) => row(area.name, name, names(needs), Object.entries(owns).map(owned).join(', '))),
    ),
    '',
    '## What has happened, and who hears it',
    '',
    'In the unit of the one who says it, in the order of making unless it says otherwise; *afterwards*: by a job, once that has committed.',
    '',
    '| event | said by | heard by |',
    '| --- | --- | --- |',
    ...pairs(modules, 'emits').map(([event, by]) =>
      row(
        code(event),
        by,
        inOrderOfHearing(heard.filter((hearer) => hearer.event === event))
          .map(({ by, order, later }) => {
            const before = order.before === undefined ? '' : ` (before ${order.before.join(', ')})`;
            return `${by}${later ? ' (afterwards)' : before}`;
          })
          .join(', '),
      ),
    ),
    '',
    '## What is asked upwards, and who answers',
    '',
    '| question | asked by | answered by |',
    '| --- | --- | --- |',
    ...pairs(modules, 'asks').map(([question, by]) => row(code(question), by, answers.get(question) ?? '')),
    '',
  ].join('\n');
};

const code = (text: string): string => `\`${text}\``;
const owned = ([table, policy]: readonly [string, TablePolicy]): string => {
  if (policy === 'never') return code(table);
  return `${code(table)} (${Object.keys(policy.masked).length === 0 ? 'copied' : 'masked'})`;
};
const row = (...cells: readonly string[]): string => `| ${cells.map((cell) => cell || '–').join(' | ')} |`;
const names = (modules: readonly Module[]): string => modules.map(({ name }) => name).join(', ');

const pairs = (modules: readonly Module[], of: 'emits' | 'asks'): readonly (readonly [name: string, by: string])[] =>
  modules.flatMap((module) =>
    of === 'emits'
      ? Object.values(module.emits).map(({ event }) => [event, module.name] as const)
      : Object.values(module.asks).map(({ question }) => [question, module.name] as const),
  );
