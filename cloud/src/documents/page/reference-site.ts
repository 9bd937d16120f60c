import { readFileSync } from 'node:fs';
import { type Html, html } from '../../kit/http/html.ts';
import { type OpenApiDocument, type Operation, operationsOf } from '../document.ts';
import { endpointModel, errorsOf } from './endpoint-model.ts';
import { endpointPage } from './endpoint-page.ts';
import { errorPage, type FoundError } from './error-page.ts';
import { frontPage } from './front-page.ts';
import { documentBody, guidePages, type Linkable, titleOf } from './guide.ts';
import { addressOf, type Contents, errorAddress, layout, type Neighbour, pager } from './layout.ts';
import { REFERENCES, type Referenced, type ReferenceKind } from './reference-kinds.ts';
import { inTaskOrder } from './task-order.ts';
import { tryAddress, tryContents, tryForm } from './try-form.ts';

/** A text, and the media type that it is sent as. */
export interface SiteText {
  readonly type: string;
  readonly text: string;
}

/** The pages of a reference by their addresses below its base; each is made when it is asked for. */
export interface ReferenceSite {
  readonly addresses: readonly string[];
  readonly textAt: (address: string) => SiteText | undefined;
}

/**
 * The reference of a surface, read off its document as it lies beside the code. To read the larger ones takes longer than a door
 * may wait: this is for a thread beside.
 */
export const referenceSite = (surface: Referenced, base: string): ReferenceSite => {
  const file = new URL(`../../../openapi/${surface}.json`, import.meta.url);
  const document: OpenApiDocument = JSON.parse(readFileSync(file, 'utf8'));
  const pages = pagesOf(partsOf(document, REFERENCES[surface], base));
  return { addresses: [...pages.keys()], textAt: (address) => pages.get(address)?.() };
};

interface Parts {
  readonly kind: ReferenceKind;
  readonly contents: Contents;
  readonly operations: readonly Operation[];
  readonly errors: readonly FoundError[];
  readonly lists: readonly { readonly id: string; readonly title: string }[];
  readonly linkable: Linkable;
}

const partsOf = (document: OpenApiDocument, kind: ReferenceKind, base: string): Parts => {
  const guide = kind.guide ? guidePages() : [];
  const chapters = inTaskOrder(document, kind.chapters);
  const errors = foundErrors(document);
  return {
    kind,
    contents: { base, document, chapters, guide, beside: kind.beside },
    operations: chapters.flatMap(({ groups }) => groups.flatMap((group) => group.operations)),
    errors,
    lists: kind.lists.map((id) => ({ id, title: titleOf(fileOfError(id)) })),
    linkable: {
      base,
      guide: new Set(guide.map(({ name }) => name)),
      errors: new Set([...errors.map(({ code }) => code), ...kind.lists]),
    },
  };
};

const fileOfError = (name: string): string => `errors/${name}.md`;

const foundErrors = (document: OpenApiDocument): FoundError[] => {
  const all = operationsOf(document).flatMap((operation) => errorsOf(operation).map((error) => ({ operation, error })));
  return [...Map.groupBy(all, ({ error }) => error.code)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, [first, ...others]]) =>
      first === undefined ? [] : [{ ...first.error, operations: [first, ...others].map(({ operation }) => operation) }],
    );
};

type Pages = ReadonlyMap<string, () => SiteText>;

const pagesOf = (parts: Parts): Pages => {
  const { contents, operations, errors, lists, kind, linkable } = parts;
  const { base, document, guide } = contents;
  const pages = new Map<string, () => SiteText>();
  const add = (at: string, title: string, body: () => Html) =>
    pages.set(at, () => ({ type: 'text/html', text: layout(contents, { title, at, body: body() }).text }));

  add('/', `${document.info.title} ${document.info.version}`, () => frontPage(contents, { errors, lists, kind }));
  for (const [index, operation] of operations.entries())
    add(addressOf(operation.operationId), operation.summary, () =>
      endpointPage(endpointModel(document, operation, kind), {
        base,
        codes: linkable.errors,
        previous: neighbourOf(operations[index - 1]),
        next: neighbourOf(operations[index + 1]),
      }),
    );
  for (const error of errors)
    add(errorAddress(error.code), error.code, () =>
      errorPage(base, error, documentBody(fileOfError(error.code), linkable)),
    );
  for (const { id, title } of lists)
    add(errorAddress(id), title, () => html`<article>${documentBody(fileOfError(id), linkable)}</article>`);
  for (const [index, { name, title, file }] of guide.entries()) {
    const around = [guide[index - 1], guide[index + 1]].map(
      (found) => found && { address: guideAddress(found.name), title: found.title },
    );
    add(
      guideAddress(name),
      title,
      () => html`<article>${documentBody(file, linkable)}</article>${pager(base, around[0], around[1])}`,
    );
  }
  const json = (at: string, made: () => unknown) =>
    pages.set(at, () => ({ type: 'application/json', text: JSON.stringify(made()) }));
  for (const operation of operations) json(tryAddress(operation.operationId), () => tryForm(document, operation));
  json('/contents.json', () => tryContents(contents.chapters));
  json('/search.json', () => searchIndex(parts));
  return pages;
};

const guideAddress = (name: string): string => `/guide/${name}`;

const neighbourOf = (operation: Operation | undefined): Neighbour | undefined =>
  operation && { address: addressOf(operation.operationId), title: operation.summary };

/** A page: what it is called, where it is, what kind it is, and by which other words it is found. */
type Found = readonly [title: string, address: string, kind: string, words: string];

const searchIndex = ({ contents, operations, errors, lists }: Parts): Found[] => {
  const { base, guide } = contents;
  return [
    ...operations.map(
      ({ operationId, method, path, summary, tags }): Found => [
        summary,
        base + addressOf(operationId),
        method.toUpperCase(),
        `${path} ${operationId} ${tags.join(' ')}`,
      ],
    ),
    ...guide.map(({ name, title }): Found => [title, base + guideAddress(name), 'Guide', name]),
    ...errors.map(({ code, status, title }): Found => [code, base + errorAddress(code), String(status), title]),
    ...lists.map(({ id, title }): Found => [title, base + errorAddress(id), 'Words', id]),
  ];
};
