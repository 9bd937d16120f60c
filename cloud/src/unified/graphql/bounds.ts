import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import { graphFault } from './graph.faults.ts';

/** What a document may have. Each is looked at in one pass over it, before anything that takes longer. */
export const BOUNDS = {
  tokens: 4_000,
  depth: 10,
  introspectionDepth: 20,
  aliases: 30,
  roots: 20,
  fragments: 50,
  directives: 20,
  /** Fields of one name are compared with each other: so many pairs are. */
  pairs: 20_000,
  /** Brackets in one another, before anything is parsed. */
  nested: 100,
} as const;

const invalid = (text: string) => graphFault('document_invalid', text);

/** Throws unless brackets are nested as a reader can bear: whatever parses goes down one call for each. */
export const requireFlat = (text: string): void => {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x7b || code === 0x5b || code === 0x28) depth++;
    else if (code === 0x7d || code === 0x5d || code === 0x29) depth--;
    if (depth > BOUNDS.nested) throw invalid(`More than ${BOUNDS.nested} brackets in one another.`);
  }
};

/** What a document asks of the schema itself is answered apart. */
export type Asks = 'data' | 'introspection';

/** Throws where a document has more of something than it may. Says what each of its operations asks for. */
export const requireBounded = (document: DocumentNode): ((operation: OperationDefinitionNode) => Asks) => {
  countNodes(document);
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  const depthOf = depths(fragments);
  const asks = new Map<OperationDefinitionNode, Asks>();
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const roots = rootsOf(definition.selectionSet, fragments);
    if (roots.length > BOUNDS.roots) throw invalid(`More than ${BOUNDS.roots} fields at the root.`);
    const ofSchema = roots.filter((name) => name === '__schema' || name === '__type').length;
    if (ofSchema > 1) throw invalid('The schema is asked for once in a document.');
    const isOther = roots.some((name) => !name.startsWith('__'));
    if (ofSchema > 0 && isOther) throw invalid('The schema is asked for in a document of its own.');
    const most = ofSchema > 0 ? BOUNDS.introspectionDepth : BOUNDS.depth;
    if (depthOf(definition.selectionSet) > most) throw invalid(`More than ${most} levels.`);
    asks.set(definition, ofSchema > 0 ? 'introspection' : 'data');
  }
  return (operation) => asks.get(operation) ?? 'data';
};

const countNodes = (document: DocumentNode): void => {
  const counts = { aliases: 0, fragments: 0, directives: 0 };
  const named = new Map<string, number>();
  let pairs = 0;
  const more = (what: keyof typeof counts): void => {
    if (++counts[what] > BOUNDS[what]) throw invalid(`More than ${BOUNDS[what]} ${what}.`);
  };
  visit(document, {
    Field: ({ alias, name }) => {
      if (alias !== undefined) more('aliases');
      const key = (alias ?? name).value;
      const before = named.get(key) ?? 0;
      named.set(key, before + 1);
      pairs += before;
      if (pairs > BOUNDS.pairs) throw invalid(`${key.slice(0, 60)} is asked for too often.`);
    },
    FragmentDefinition: () => more('fragments'),
    FragmentSpread: () => more('fragments'),
    InlineFragment: () => more('fragments'),
    Directive: () => more('directives'),
  });
};

/** The names of all fields of a selection, those of fragments too. What goes in a circle is seen here first. */
const rootsOf = (
  set: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  within: readonly string[] = [],
): string[] =>
  set.selections.flatMap((selection: SelectionNode): string[] => {
    if (selection.kind === Kind.FIELD) return [selection.name.value];
    if (selection.kind === Kind.INLINE_FRAGMENT) return rootsOf(selection.selectionSet, fragments, within);
    const name = selection.name.value;
    const fragment = fragments.get(name);
    if (fragment === undefined || within.includes(name)) return [];
    return rootsOf(fragment.selectionSet, fragments, [...within, name]);
  });

/** How deep selections go, each fragment looked into once. Throws where they go in a circle. */
const depths = (fragments: ReadonlyMap<string, FragmentDefinitionNode>) => {
  const known = new Map<string, number>();
  const running = new Set<string>();
  const ofFragment = (name: string): number => {
    const fragment = fragments.get(name);
    const depth = known.get(name);
    if (depth !== undefined || fragment === undefined) return depth ?? 0;
    if (running.has(name)) throw invalid(`Fragment ${name.slice(0, 60)} spreads itself.`);
    running.add(name);
    const found = ofSet(fragment.selectionSet);
    running.delete(name);
    known.set(name, found);
    return found;
  };
  const ofSet = (set: SelectionSetNode): number =>
    Math.max(
      0,
      ...set.selections.map((selection) => {
        if (selection.kind === Kind.FRAGMENT_SPREAD) return ofFragment(selection.name.value);
        if (selection.kind === Kind.INLINE_FRAGMENT) return ofSet(selection.selectionSet);
        return 1 + (selection.selectionSet === undefined ? 0 : ofSet(selection.selectionSet));
      }),
    );
  // A circle is refused wherever it is, also where nobody comes by.
  for (const name of fragments.keys()) ofFragment(name);
  return ofSet;
};

const VALUES_MAX = 5_000;
const VARIABLES_DEPTH = 30;

/** Throws where variables are nested deeper, or hold more, than any endpoint takes. Looks at no more of them than that. */
export const requireModest = (variables: unknown): void => {
  let values = 0;
  let level: unknown[] = [variables];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > VARIABLES_DEPTH) throw invalid(`Variables are nested deeper than ${VARIABLES_DEPTH}.`);
    const inner: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      const own = Object.values(value);
      values += own.length;
      if (values > VALUES_MAX) throw invalid(`Variables hold more than ${VALUES_MAX} values.`);
      for (const one of own) inner.push(one);
    }
    level = inner;
  }
};
