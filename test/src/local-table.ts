import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LocalMessage } from '@gatehouse/shared/local/message.ts';
import { LOCAL_MESSAGES } from '@gatehouse/shared/local/messages.ts';
import { clientTopic } from '@gatehouse/shared/local/topics.ts';
import type { z } from 'zod';
import { ROOT } from './run-tool.ts';

/** The document for whoever builds a controller or a reader, and the part of it that is made from the messages themselves. */
export const LOCAL_DOCUMENT = 'docs/hardware/local-mqtt.md';
const BEGIN = '<!-- made from shared/src/local/messages.ts by test/src/local-table.ts: do not edit -->';
const END = '<!-- end -->';

type AnyMessage = LocalMessage<string, z.ZodType>;

const sectionOf = (message: AnyMessage): string =>
  [
    `**\`${message.name}\`** of a ${message.kind}: ${message.summary}`,
    '',
    '```',
    `${clientTopic('<name>', message.direction, message.name)}   QoS ${message.qos}`,
    ...message.vectors.map((vector) => JSON.stringify(vector)),
    '```',
  ].join('\n');

/** The document with its made part up to date. Throws when the markers are gone. */
export const withLocalTable = (document: string): string => {
  const [from, to] = [document.indexOf(BEGIN), document.indexOf(END)];
  if (from === -1 || to < from) throw new Error(`${LOCAL_DOCUMENT} has lost the markers of its made part`);
  const made = [BEGIN, ...(LOCAL_MESSAGES as readonly AnyMessage[]).map(sectionOf), END].join('\n\n');
  return document.slice(0, from) + made + document.slice(to + END.length);
};

if (import.meta.main) {
  const path = join(ROOT, LOCAL_DOCUMENT);
  writeFileSync(path, withLocalTable(readFileSync(path, 'utf8')));
}
