import { useState } from 'preact/hooks';
import { keyLabels } from '../words/partner-keys-en.ts';
import { Answered } from './answered.tsx';
import { type KeyActs, KeyRow, type PartnerKey } from './key-row.tsx';
import { MakeKey } from './make-key.tsx';
import { ShownOnce } from './shown-once.tsx';
import { Empty } from './states.tsx';

interface KeyPanelsProps {
  readonly query: {
    readonly data: { readonly data: readonly PartnerKey[] } | undefined;
    readonly error: unknown;
    refetch(): unknown;
  };
  readonly what: string;
  readonly none: { readonly title: string; readonly more: string };
  /** Each resolves with the text of the key that came of it. */
  readonly make: (type: PartnerKey['type'], label: string) => Promise<string>;
  readonly rotate: (keyId: string, overlapDays: number) => Promise<string>;
  readonly revoke: (keyId: string) => Promise<void>;
  /** Has the list asked for anew. */
  readonly changed: () => Promise<unknown>;
}

/** The keys of an account: a new one stands here until the page is left, and nowhere else. */
export const KeyPanels = ({ query, what, none, changed, make, rotate, revoke }: KeyPanelsProps) => {
  const [made, setMade] = useState<string>();
  const acts: KeyActs = {
    make: async (type, label) => {
      setMade(await make(type, label));
      await changed();
    },
    rotate: async (keyId, overlapDays) => {
      setMade(await rotate(keyId, overlapDays));
      await changed();
    },
    revoke: async (keyId) => {
      await revoke(keyId);
      await changed();
    },
  };
  return (
    <>
      {made !== undefined && <ShownOnce text={made} stored={() => setMade(undefined)} />}
      <section class="panel" aria-labelledby="keys-usable">
        <h2 id="keys-usable">{keyLabels.usable}</h2>
        <Answered query={query} what={what}>
          {({ data }) => {
            const [usable, ended] = [data.filter(isUsable), data.filter((key) => !isUsable(key))];
            return (
              <>
                {usable.length === 0 && <Empty title={none.title}>{none.more}</Empty>}
                <KeyRows keys={usable} acts={acts} />
                {ended.length > 0 && (
                  <details>
                    <summary>{keyLabels.ended}</summary>
                    <KeyRows keys={ended} acts={acts} />
                  </details>
                )}
              </>
            );
          }}
        </Answered>
      </section>
      <MakeKey onMake={acts.make} />
    </>
  );
};

const isUsable = ({ status }: PartnerKey): boolean => status === 'active';

const KeyRows = ({ keys, acts }: { readonly keys: readonly PartnerKey[]; readonly acts: KeyActs }) => (
  <ul class="owned">
    {keys.map((key) => (
      <KeyRow key={key.keyId} secret={key} acts={acts} />
    ))}
  </ul>
);
