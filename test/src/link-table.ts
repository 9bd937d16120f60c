import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LINK_QOS, type Message } from '@gatehouse/shared/wire/message.ts';
import { MESSAGES } from '@gatehouse/shared/wire/messages.ts';
import { z } from 'zod';
import { ROOT } from './run-tool.ts';

/** The document that describes the device link, and the part of it that is made from the messages themselves. */
export const LINK_DOCUMENT = 'docs/device-link.md';
const BEGIN = '<!-- made from shared/src/wire/messages.ts by test/src/link-table.ts: do not edit -->';
const END = '<!-- end -->';

type AnyMessage = Message<string, z.ZodType>;

const topicOf = ({ direction, name, to }: AnyMessage): string =>
  direction === 'reply'
    ? 'gh/v1/reply/<replica>/<box>'
    : `gh/v1/${to === 'device' ? 'device-<uuid>' : '<box>'}/${direction}/${name}`;

const fieldsOf = ({ payload }: AnyMessage): string => {
  const { properties = {}, required = [] } = z.toJSONSchema(payload, { io: 'input', unrepresentable: 'any' });
  return Object.keys(properties)
    .map((name) => (required.includes(name) ? `\`${name}\`` : `\`${name}\`?`))
    .join(', ');
};

const rows = (MESSAGES as readonly AnyMessage[]).map(
  (message) => `| \`${message.name}\` | \`${topicOf(message)}\` | ${message.summary} | ${fieldsOf(message)} |`,
);

/** The made part, markers included. */
export const linkTable = (): string =>
  [
    BEGIN,
    '',
    `${MESSAGES.length} messages, all QoS ${LINK_QOS}, none retained.`,
    '',
    '| message | topic | what it says | fields |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
    END,
  ].join('\n');

/** The document with its made part up to date. Throws when the markers are gone. */
export const withLinkTable = (document: string): string => {
  const [from, to] = [document.indexOf(BEGIN), document.indexOf(END)];
  if (from === -1 || to < from) throw new Error(`${LINK_DOCUMENT} has lost the markers of its made part`);
  return document.slice(0, from) + linkTable() + document.slice(to + END.length);
};

if (import.meta.main) {
  const path = join(ROOT, LINK_DOCUMENT);
  writeFileSync(path, withLinkTable(readFileSync(path, 'utf8')));
}
