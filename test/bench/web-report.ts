import { type Goal, goalTable } from './goal.ts';
import { spreadOf } from './statistics.ts';
import type { WebResult, WebRound } from './web.ts';

/** What the console is held against; each ratio is of numbers of one and the same round. */
export const webGoals = ({ rounds, sizes }: WebResult): readonly Goal[] => {
  const over = (value: (round: WebRound) => number) => spreadOf(rounds.map(value));
  return [
    {
      name: 'W1',
      what: '500 doors painted by the console ÷ by a static page of the same cards',
      bound: { atMost: 2 },
      value: over(({ paintedMs, staticMs }) => paintedMs / staticMs),
    },
    {
      name: 'W2',
      what: 'tasks of more than 50 ms while 100 doors of 500 change a second',
      bound: { atMost: 0 },
      value: over(({ longTasks }) => longTasks),
    },
    {
      name: 'W3',
      what: 'heap after 10,000 changes ÷ before',
      bound: { atMost: 1.2 },
      value: over(({ heapBefore, heapAfter }) => heapAfter / heapBefore),
    },
    {
      name: 'W4',
      what: 'bundling and compressing ÷ bundling by the command line of the bundler',
      bound: { atMost: 1.5 },
      value: over(({ bundleMs, cliMs }) => bundleMs / cliMs),
    },
    {
      name: 'W5',
      what: 'script before the first view, kB compressed',
      bound: { atMost: 40 },
      value: spreadOf([sizes.firstViewKb]),
    },
    {
      name: 'W6',
      what: 'script before the largest page, kB compressed',
      bound: { atMost: 60 },
      value: spreadOf([sizes.largestPageKb]),
    },
    {
      name: 'W7',
      what: 'a report in the cloud until it is painted ÷ the echo of a bare WebSocket and one frame: p95',
      bound: { atMost: 3 },
      value: over(({ reportMs, echoAndFrameMs }) => reportMs / echoAndFrameMs),
    },
    {
      name: 'W8',
      what: '200 who watch 50 changes a second: CPU of the cloud beyond that without them ÷ of bare sockets for the same frames',
      bound: { atMost: 2 },
      value: over(({ watchedCpu, unwatchedCpu, bareCpu }) => (watchedCpu - unwatchedCpu) / bareCpu),
    },
    {
      name: 'W9',
      what: 'p99 of unlocks while they watch ÷ without them',
      bound: { atMost: 1.1 },
      value: over(({ watchedP99Ms, unwatchedP99Ms }) => watchedP99Ms / unwatchedP99Ms),
    },
  ];
};

export const webReport = (result: WebResult): string => goalTable(webGoals(result));
