import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import type { z } from 'zod';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { decimalOf, microsOf } from '../../kit/http/decimals.ts';
import type { Environment } from '../../kit/modules/module.ts';
import { CHARGE_KEYS } from './charge-keys.ts';
import { mergedRates, NO_RATES } from './platform-rates.ts';
import type { CustomCharge, RatesBody, TemplateBody } from './rate-bodies.ts';
import type { AdjustmentsGiven, CloudAgents, CustomChargesGiven, SomeCharges } from './rate-shapes.ts';
import { adjustmentsView, allChargesView } from './rate-shapes.ts';
import { bodyOf, type RateVersion, type RateVersions, versionView } from './rate-versions.ts';
import { ratesFault } from './rates.faults.ts';
import { rateNamesRepo, rateVersionsRepo } from './rates.repo.ts';
import { templateChanges } from './template-changes.ts';

const TEMPLATES_MAX = 500;
const NAME_MAX = 80;
/** So many of its newest versions are compared for the change log. */
const CHANGES_OF = 100;

/** Left out: stays as it is. Null: as if it had never been set. */
export interface TemplateGiven {
  readonly description?: string | null | undefined;
  readonly charges?: z.output<typeof SomeCharges> | null | undefined;
  readonly chargeAdjustments?: z.output<typeof AdjustmentsGiven> | null | undefined;
  readonly cloudAgents?: z.output<typeof CloudAgents> | null | undefined;
  readonly customCharges?: z.output<typeof CustomChargesGiven> | null | undefined;
}

const keyOf = (name: string): string => name.normalize('NFC').toLowerCase();

/** ` (copy)`, or with a number: what is too long of the name gives way. */
const copyOf = (name: string, number: number): string => {
  const suffix = number === 1 ? ' (copy)' : ` (copy ${number})`;
  return `${[...name]
    .slice(0, NAME_MAX - suffix.length)
    .join('')
    .trimEnd()}${suffix}`;
};

export const customView = ({ id, label, micros, conditions }: CustomCharge) => ({
  id,
  label,
  amount: decimalOf(micros),
  conditions: [...conditions],
});

export const createRateTemplates = ({
  clock,
  random,
  rateVersions,
}: Pick<Environment, 'clock' | 'random'> & { readonly rateVersions: RateVersions }) => {
  const viewsOf = async (tx: Tx, versions: readonly RateVersion[]) => {
    const linked = Map.groupBy(
      await rateNamesRepo(tx).linked(versions.map(({ owner }) => owner)),
      ({ template_id }) => template_id,
    );
    const views = [];
    for (const version of versions) {
      const body = bodyOf<TemplateBody>(version);
      if (body === undefined) continue;
      const history = await rateVersionsRepo(tx).latest('template', version.owner, CHANGES_OF);
      views.push({
        templateId: version.owner,
        name: body.name,
        description: body.description,
        charges: allChargesView(body.charges),
        chargeAdjustments: adjustmentsView(body.adjustments),
        cloudAgents: body.cloudAgents,
        customCharges: body.customCharges.map(customView),
        ...versionView(version),
        changeLog: templateChanges(history).map(({ at, ...change }) => ({ at: isoOf(at), ...change })),
        linkedBlocks: (linked.get(version.owner) ?? []).map(({ owner_key }) => owner_key as string),
      });
    }
    return views;
  };
  const viewOf = async (tx: Tx, version: RateVersion) => {
    const [view] = await viewsOf(tx, [version]);
    if (view === undefined) throw ratesFault('template_unknown', 'templateId: there is no such template.');
    return view;
  };

  const newestOf = async (tx: Tx, templateId: string): Promise<RateVersion> => {
    const version = await rateVersionsRepo(tx).newest('template', templateId);
    if (version === undefined) throw ratesFault('template_unknown', 'templateId: there is no such template.');
    return version;
  };

  const customOf = (given: z.output<typeof CustomChargesGiven>): CustomCharge[] =>
    given.map(({ id, label, amount, conditions }) => ({
      id: id ?? randomId('cc', random),
      label,
      micros: microsOf(amount),
      conditions,
    }));

  const platformNow = async (tx: Tx): Promise<RatesBody> =>
    bodyOf<RatesBody>(await rateVersionsRepo(tx).newest('platform', '')) ?? NO_RATES;
  /** A template has every price: what it is not given is the platform's of now. */
  const filled = (charges: TemplateBody['charges'], platform: RatesBody): TemplateBody['charges'] =>
    Object.fromEntries(CHARGE_KEYS.map((key) => [key, charges[key] ?? platform.charges[key] ?? 0]));

  const merged = async (tx: Tx, before: TemplateBody, name: string, given: TemplateGiven): Promise<TemplateBody> => {
    const start: RatesBody = {
      charges: given.charges === null ? {} : before.charges,
      adjustments: given.chargeAdjustments === null ? {} : before.adjustments,
    };
    const { charges, adjustments } = mergedRates(start, {
      charges: given.charges ?? undefined,
      chargeAdjustments: given.chargeAdjustments ?? undefined,
    });
    return {
      name,
      description: given.description === undefined ? before.description : given.description,
      charges: filled(charges, await platformNow(tx)),
      adjustments,
      cloudAgents: given.cloudAgents === undefined ? before.cloudAgents : (given.cloudAgents ?? {}),
      customCharges: given.customCharges === undefined ? before.customCharges : customOf(given.customCharges ?? []),
    };
  };

  const add = async (tx: Tx, body: TemplateBody, by: string): Promise<RateVersion> => {
    if ((await rateNamesRepo(tx).countTemplates()) >= TEMPLATES_MAX)
      throw ratesFault('too_many_templates', `There are ${TEMPLATES_MAX} templates already.`);
    const row = { id: randomId('rt', random), name_key: keyOf(body.name), made_at: clock.wallMs() };
    if (!(await rateNamesRepo(tx).addTemplate(row)))
      throw ratesFault('template_name_taken', 'name: another template has it, whatever the capitals.');
    return rateVersions.append(tx, { scope: 'template', owner: row.id, body, by });
  };

  const freeName = async (tx: Tx, name: string): Promise<string> => {
    for (let number = 1; number <= TEMPLATES_MAX; number++) {
      const copy = copyOf(name, number);
      if (!(await rateNamesRepo(tx).isTaken(keyOf(copy)))) return copy;
    }
    throw ratesFault('too_many_templates', 'Every name of a copy is taken.');
  };

  const EMPTY: Omit<TemplateBody, 'name'> = { ...NO_RATES, description: null, cloudAgents: {}, customCharges: [] };
  return {
    /** All of them, by name. */
    list: async (tx: Tx) => {
      const names = await rateNamesRepo(tx).templates(TEMPLATES_MAX);
      const newest = await rateVersionsRepo(tx).newestOfMany(
        'template',
        names.map(({ id }) => id),
      );
      const byOwner = new Map(newest.map((version) => [version.owner, version]));
      return viewsOf(
        tx,
        names.flatMap(({ id }) => byOwner.get(id) ?? []),
      );
    },

    read: async (tx: Tx, templateId: string) => viewOf(tx, await newestOf(tx, templateId)),

    create: async (tx: Tx, { name, ...given }: TemplateGiven & { readonly name: string }, by: string) =>
      viewOf(tx, await add(tx, await merged(tx, { ...EMPTY, name }, name, given), by)),

    update: async (
      tx: Tx,
      templateId: string,
      { name, ...given }: TemplateGiven & { readonly name?: string | undefined },
      by: string,
    ) => {
      const before = bodyOf<TemplateBody>(await newestOf(tx, templateId)) as TemplateBody;
      if (name !== undefined && !(await rateNamesRepo(tx).renameTemplate(templateId, keyOf(name))))
        throw ratesFault('template_name_taken', 'name: another template has it, whatever the capitals.');
      const body = await merged(tx, before, name ?? before.name, given);
      return viewOf(tx, await rateVersions.append(tx, { scope: 'template', owner: templateId, body, by }));
    },

    /** All of its rules under another name. Throws `template_name_taken` for a name that was asked for and is. */
    duplicate: async (tx: Tx, templateId: string, name: string | undefined, by: string) => {
      const source = bodyOf<TemplateBody>(await newestOf(tx, templateId)) as TemplateBody;
      const customCharges = source.customCharges.map((charge) => ({ ...charge, id: randomId('cc', random) }));
      const body = { ...source, name: name ?? (await freeName(tx, source.name)), customCharges };
      return viewOf(tx, await add(tx, body, by));
    },
  };
};
export type RateTemplates = ReturnType<typeof createRateTemplates>;
