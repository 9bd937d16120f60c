import {
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  type GraphQLObjectType,
  isAbstractType,
  isObjectType,
  locatedError,
  type ValidatedExecutionArgs,
  validateExecutionArgs,
} from 'graphql';
import { compareSteps, type Holder, hasFallen, nullify, type Place, pathOf, stepsTo } from './places.ts';
import { type Form, type PlannedField, plannedRoot, type Selection } from './planned.ts';
import { type Answered, foundAs, type ManyCtx, type Seen } from './seen.ts';
import type { TypeNameOf } from './told-apart.ts';

/** An object of the answer, before its fields are written. */
interface Row extends Seen {
  readonly out: Holder;
  readonly selection: Selection;
  readonly place: Place;
}

/** What came in together: its objects, and which fields of them have to be asked for. */
interface Pass {
  readonly rows: Row[];
  readonly wanted: Map<PlannedField, Row[]>;
}

/**
 * Carries out a query, and answers as the executor of the library does. What differs is the order: all objects that came in together
 * are written, some at a time, and then each of their fields that asks an endpoint asks it once for all of them. So there is a
 * promise a field, and not several for each object. Rejects once the signal ends it.
 */
export const carryOutQuery = async (
  args: ExecutionArgs,
  ctx: ManyCtx,
  signal: AbortSignal,
): Promise<ExecutionResult> => {
  signal.throwIfAborted();
  const valid = validateExecutionArgs(args);
  if (!('schema' in valid)) return { errors: valid };
  const answer: { data: Holder | null } = { data: null };
  const place: Place = { holder: answer, key: 'data', required: false, above: undefined };
  const ended = Promise.withResolvers<never>();
  const end = () => ended.reject(signal.reason);
  signal.addEventListener('abort', end, { once: true });
  try {
    const selection = plannedRoot(valid, valid.schema.getQueryType() as GraphQLObjectType);
    const out: Holder = { ...selection.blank };
    answer.data = out;
    const carrier = new Carrier(valid, ctx, signal);
    await Promise.race([carrier.begin({ value: {}, inputs: {}, out, selection, place }), ended.promise]);
    signal.throwIfAborted();
    return { data: answer.data, errors: carrier.errors() };
  } catch (thrown) {
    // Of the root: what its directives or fragments say.
    if (thrown instanceof GraphQLError) return { data: null, errors: [thrown] };
    throw thrown;
  } finally {
    signal.removeEventListener('abort', end);
  }
};

class Carrier {
  readonly #errors: { readonly error: GraphQLError; readonly steps: readonly number[] }[] = [];
  readonly #args: ValidatedExecutionArgs;
  readonly #ctx: ManyCtx;
  readonly #signal: AbortSignal;

  constructor(args: ValidatedExecutionArgs, ctx: ManyCtx, signal: AbortSignal) {
    this.#args = args;
    this.#ctx = ctx;
    this.#signal = signal;
  }

  /** The root itself is no object that counts. */
  begin(root: Row): Promise<void> {
    const pass: Pass = { rows: [], wanted: new Map() };
    this.#fill(pass, root);
    return this.#write(pass);
  }

  /** In the order of what they are about, whichever came first. */
  errors(): readonly GraphQLError[] {
    return this.#errors.sort((one, other) => compareSteps(one.steps, other.steps)).map(({ error }) => error);
  }

  async #write(pass: Pass): Promise<void> {
    // What is within an object comes behind all that are there.
    for (const row of pass.rows) {
      const turn = this.#ctx.pace();
      if (turn !== undefined) await turn;
      if (this.#signal.aborted) return;
      this.#fill(pass, row);
    }
    await Promise.all([...pass.wanted].map(([field, rows]) => this.#ask(field, rows)));
  }

  /** Writes the fields of an object that it has, and notes the others. */
  #fill(pass: Pass, row: Row): void {
    for (const planned of row.selection.fields) {
      if (this.#isGone(row.place)) return;
      const { says, reads } = planned;
      const found = says === undefined ? reads && row.value[reads.property] : says(row);
      if (found !== undefined || (reads !== undefined && reads.node === undefined)) {
        this.#put(pass, planned, found, row);
        continue;
      }
      const rows = pass.wanted.get(planned);
      if (rows === undefined) pass.wanted.set(planned, [row]);
      else rows.push(row);
    }
  }

  /** What a field is of many objects, and then all that this brought. */
  async #ask(planned: PlannedField, all: readonly Row[]): Promise<void> {
    const rows = all.filter(({ place }) => !this.#isGone(place));
    const { reads } = planned;
    const pass: Pass = { rows: [], wanted: new Map() };
    const answers = await this.#answersTo(planned, rows).catch((thrown: unknown) => rows.map(() => asError(thrown)));
    for (const [at, answered] of answers.entries()) {
      const row = rows[at] as Row;
      if (this.#isGone(row.place)) continue;
      if (answered instanceof Error) this.#fail(planned, placeOf(planned, row), answered);
      else if (reads === undefined) this.#put(pass, planned, answered?.value, row, answered?.inputs);
      else {
        this.#ctx.pace();
        this.#put(pass, planned, answered?.value[reads.property], row);
      }
    }
    await this.#write(pass);
  }

  async #answersTo({ args, plan, reads, finds }: PlannedField, rows: readonly Row[]): Promise<readonly Answered[]> {
    if (args instanceof GraphQLError) return rows.map(() => args);
    if (plan !== undefined) return this.#ctx.askEach(plan, args, rows);
    const node = reads?.node;
    if (node !== undefined)
      return this.#ctx.wholeEach(
        node,
        rows.map(({ value }) => value[node.id]),
      );
    const sought = finds?.(args);
    if (sought === undefined) return rows.map(() => null);
    const found = await this.#ctx.wholeEach(
      sought.node,
      rows.map(() => sought.id),
    );
    return found.map((one) => (one === null || one instanceof GraphQLError ? one : foundAs(sought.node, one)));
  }

  /** Writes what a field is of an object. */
  #put(pass: Pass, planned: PlannedField, value: unknown, row: Row, inputs = row.inputs): void {
    const { form } = planned;
    try {
      if (isPlain(form, value)) row.out[planned.name] = plainAt(planned, form, value);
      else this.#putWhole(pass, planned, { form, value, inputs }, placeOf(planned, row));
    } catch (thrown) {
      this.#fail(planned, placeOf(planned, row), thrown);
    }
  }

  /** What has a place of its own, for others are within it. */
  #putWhole(
    pass: Pass,
    planned: PlannedField,
    { form, value, inputs }: { readonly form: Form; readonly value: unknown; readonly inputs: Seen['inputs'] },
    place: Place,
  ): void {
    const holder = place.holder as Holder;
    if (form.list === undefined) {
      const seen = { value: value as Seen['value'], inputs };
      const selection = planned.inside(this.#typeOf(form, seen));
      const out: Holder = { ...selection.blank };
      holder[place.key] = out;
      pass.rows.push({ value: seen.value, inputs, out, selection, place });
      return;
    }
    if (!Array.isArray(value)) throw new TypeError(`${planned.of.name}.${planned.field.name} is no list`);
    const of = form.list;
    const items: unknown[] = [];
    holder[place.key] = items;
    for (const [index, item] of value.entries()) {
      const itemPlace = (): Place => ({ holder: items, key: index, required: of.required, above: place });
      try {
        if (isPlain(of, item)) items[index] = plainAt(planned, of, item);
        else this.#putWhole(pass, planned, { form: of, value: item, inputs }, itemPlace());
      } catch (thrown) {
        this.#fail(planned, itemPlace(), thrown);
        if (this.#isGone(place)) return;
      }
    }
  }

  #typeOf({ object }: Form, seen: Seen): GraphQLObjectType {
    if (isObjectType(object)) return object;
    const { schema } = this.#args;
    const name = (object?.extensions.typeNameOf as TypeNameOf | undefined)?.(seen);
    const type = name === undefined ? undefined : schema.getType(name);
    if (!isObjectType(type) || !isAbstractType(object) || !schema.isSubType(object, type))
      throw new TypeError(`nothing that ${object} may be has been told apart: ${name}`);
    return type;
  }

  #fail({ nodes }: PlannedField, place: Place, thrown: unknown): void {
    this.#errors.push({ error: locatedError(thrown, nodes, pathOf(place)), steps: stepsTo(place) });
    nullify(place);
  }

  #isGone(place: Place): boolean {
    return this.#errors.length > 0 && hasFallen(place);
  }
}

/** What nobody foresaw is wrong with the field alone. */
const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

const placeOf = ({ name, form }: PlannedField, { out, place }: Row): Place => ({
  holder: out,
  key: name,
  required: form.required,
  above: place,
});

/** Whether nothing is within it. */
const isPlain = ({ leaf }: Form, value: unknown): boolean =>
  leaf !== undefined || value === null || value === undefined;

/** What is written for a scalar, a word, or nothing. Throws where that may not stand there. */
const plainAt = ({ of, field }: PlannedField, { leaf, required }: Form, value: unknown): unknown => {
  if (value === null || value === undefined) {
    if (required) throw new TypeError(`there is nothing at ${of.name}.${field.name}`);
    return null;
  }
  const written = leaf?.coerceOutputValue(value);
  if (written === null || written === undefined) throw new TypeError(`${of.name}.${field.name} is written as nothing`);
  return written;
};
