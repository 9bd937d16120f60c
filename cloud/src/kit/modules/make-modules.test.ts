import { describe, expect, it } from 'vitest';
import type { Tx } from '../db/unit-of-work.ts';
import { makeModules } from './make-modules.ts';
import { type Area, defineArea, defineModule, type Environment, type Module } from './module.ts';
import { answer, event, hear, hearAfterwards, question, toOutbox } from './ports.ts';

const environment = { clock: 'a clock' } as unknown as Environment;
const isOff = question<(id: string) => Promise<boolean>>('test.isOff');
const mayBe = question<() => string>('test.mayBe', () => 'nobody says');
const opened = event<[id: string]>('test.opened');
const closed = event<[id: string]>('test.closed');
const made = (...areas: readonly Area[]) => makeModules(areas, environment);
const named = (name: string, needs: readonly Module[] = []) => defineModule(name, { needs })({});

describe('modules are made', () => {
  it('each after those that it needs, with what they provide, what it asks and what it says', async () => {
    const heard: string[] = [];
    const doors = defineModule('doors', {
      asks: { isOff, mayBe },
      emits: { opened },
      create: ({ isOff, mayBe, opened }) => ({
        doors: {
          open: async (id: string) => {
            await opened(id);
            return [await isOff(id), mayBe()];
          },
        },
      }),
    })({});
    const boxes = defineModule('boxes', {
      needs: [doors],
      create: ({ doors }) => ({ boxes: { open: doors.open, off: ['2'] } }),
    })({
      answers: ({ boxes }) => [answer(isOff, async (id) => boxes.off.includes(id))],
      on: () => [hear(opened, (id) => void heard.push(`boxes ${id}`))],
    });
    const { services } = makeModules([defineArea('all', [boxes, doors])], environment);
    expect(await services.boxes.open('1')).toEqual([false, 'nobody says']);
    expect(await services.doors.open('2')).toEqual([true, 'nobody says']);
    expect(heard).toEqual(['boxes 1', 'boxes 2']);
  });

  it('and begin in this order, and end in the other', async () => {
    const did: string[] = [];
    const a = defineModule(
      'a',
      {},
    )({
      beforeListening: async () => () => did.push('-before a'),
      start: async () => {
        did.push('start a');
        return () => did.push('-start a');
      },
      close: async () => void did.push('close a'),
    });
    const b = defineModule('b', { needs: [a] })({
      start: async () => {
        did.push('start b');
        return () => did.push('-start b');
      },
      close: async () => void did.push('close b'),
    });
    const { beforeListening, start, close } = made(defineArea('all', [b, a]));
    const unprepare = await beforeListening();
    const stop = await start();
    await stop();
    await unprepare();
    await close();
    expect(did).toEqual(['start a', 'start b', '-start b', '-start a', '-before a', 'close b', 'close a']);
  });

  it('not where they need each other', () => {
    const needs: Module[] = [];
    const one = named('one', needs);
    needs.push(named('two', [one]));
    expect(() => made(defineArea('all', [one]))).toThrow('a circle: one → two → one');
  });

  it('not where one needs another of an area above, or of none', () => {
    const above = named('above');
    const below = named('below', [above]);
    expect(() => made(defineArea('low', [below]), defineArea('high', [above]))).toThrow(
      'below needs above, which is in no area before its own',
    );
    expect(() => made(defineArea('low', [below]))).toThrow('below needs above');
  });

  it('not where two provide the same', () => {
    const make = (name: string) => defineModule(name, { create: () => ({ twice: 1 }) })({});
    expect(() => made(defineArea('all', [make('a'), make('b')]))).toThrow('b provides twice, as another module does');
  });
});

describe('who asks and who answers', () => {
  const asks = defineModule('asks', { asks: { isOff } })({});
  const answers = (name: string) => defineModule(name, {})({ answers: () => [answer(isOff, async () => true)] });

  it('is one each', () => {
    expect(() => made(defineArea('all', [asks]))).toThrow('nobody answers test.isOff, which asks asks');
    expect(() => made(defineArea('all', [asks, answers('a'), answers('b')]))).toThrow('a and b both answer test.isOff');
  });

  it('is nobody’s business while modules are made', () => {
    const early = defineModule('early', { asks: { mayBe }, create: ({ mayBe }) => ({ said: mayBe() }) })({});
    expect(() => made(defineArea('all', [early]))).toThrow('while the modules were made');
  });
});

describe('who says and who hears', () => {
  const says = defineModule('says', { emits: { opened }, create: ({ opened }) => ({ say: opened }) })({});

  it('is in the order of making, but for those that say otherwise', async () => {
    const heard: string[] = [];
    const hearer = (name: string, order = {}) =>
      defineModule(name, {})({ on: () => [hear(opened, () => void heard.push(name), order)] });
    const { services } = makeModules(
      [
        defineArea('low', [says]),
        defineArea('all', [hearer('a', { after: ['c'] }), hearer('b'), hearer('c'), hearer('d', { before: ['b'] })]),
      ],
      environment,
    );
    await services.say('1');
    expect(heard).toEqual(['c', 'a', 'd', 'b']);
  });

  it('undoes the unit by throwing, and whoever comes later is not told', async () => {
    const heard: string[] = [];
    const throws = defineModule('throws', {})({ on: () => [hear(opened, () => Promise.reject(new Error('no')))] });
    const later = defineModule('later', {})({ on: () => [hear(opened, (id) => void heard.push(id))] });
    const { services } = makeModules([defineArea('all', [says, throws, later])], environment);
    await expect(services.say('1')).rejects.toThrow('no');
    expect(heard).toEqual([]);
  });

  it('is no circle: what follows from an event is not that event', () => {
    const one = defineModule('one', { emits: { closed } })({ on: () => [hear(opened, () => undefined)] });
    const two = defineModule('two', { emits: { opened } })({ on: () => [hear(closed, () => undefined)] });
    expect(() => made(defineArea('all', [one, two]))).toThrow(/a circle: test\.\w+ → test\.\w+ → test\.\w+/);
  });

  it('is somebody: nothing is heard that nobody says', () => {
    const deaf = defineModule('deaf', {})({ on: () => [hear(closed, () => undefined)] });
    expect(() => made(defineArea('all', [deaf]))).toThrow('nobody says test.closed');
  });
});

describe('what an area above hears afterwards', () => {
  const barred = event<[tx: Tx, id: string]>('test.barred');
  const bans = defineModule('bans', { emits: { barred }, create: ({ barred }) => ({ bar: barred }) })({});
  const tx = {} as Tx;

  it('is taken down in the unit, and told by a job', async () => {
    const outbox: unknown[] = [];
    const queue = defineModule(
      'queue',
      {},
    )({
      answers: () => [answer(toOutbox, async (tx, kind, what) => void outbox.push([tx, kind, what]))],
    });
    const told: string[] = [];
    const news = defineModule(
      'news',
      {},
    )({ afterwards: () => [hearAfterwards(barred, async (id) => void told.push(id))] });
    const { services, afterwards } = makeModules(
      [defineArea('low', [queue, bans]), defineArea('high', [news], { hearsAfterwards: true })],
      environment,
    );
    await services.bar(tx, 'm-1');
    expect(outbox).toEqual([[tx, 'news.after-test.barred', ['m-1']]]);
    expect(told).toEqual([]);
    for (const { hear } of afterwards) await hear('m-1');
    expect(told).toEqual(['m-1']);
  });

  it('it may not hear in the unit, and needs somebody with a queue', () => {
    const nosy = defineModule('nosy', {})({ on: () => [hear(barred, () => undefined)] });
    const high = (module: Module) => defineArea('high', [module], { hearsAfterwards: true });
    expect(() => made(defineArea('low', [bans]), high(nosy))).toThrow('nosy may hear test.barred afterwards only');
    const late = defineModule('late', {})({ afterwards: () => [hearAfterwards(barred, async () => undefined)] });
    expect(() => made(defineArea('low', [bans]), high(late))).toThrow('nobody answers kit.toOutbox');
  });
});
