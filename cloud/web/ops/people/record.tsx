import { useState } from 'preact/hooks';
import type { Answer } from '../../client/client.ts';
import { useAttempt } from '../../kit/attempt.ts';
import { Disclosed } from '../../kit/disclosed.tsx';
import { Failed } from '../../kit/states.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { peopleWords } from '../../words/people-en.ts';
import { useConsole } from '../console.ts';
import { type AtFacility, useManages } from '../frame/facility-frame.tsx';
import { addressOf } from '../routes.ts';

export type Erasure = Answer<'DELETE /api/access-control/{facilityId}/members/{partnerId}/{memberId}'>;

interface RecordProps {
  readonly at: AtFacility;
  readonly member: { readonly partnerId: string; readonly memberId: string };
  readonly name: string;
  readonly onErased: (erasure: Erasure) => void;
}

/** All that is stored of a member, as a file; and the end of it, once their number is typed. */
export const RecordPanel = (props: RecordProps) => {
  if (!useManages(props.at)) return null;
  return (
    <section class="panel stack" aria-labelledby="record-title">
      <div>
        <h2 id="record-title">{peopleWords.record}</h2>
        <p class="quiet small">{peopleWords.recordMore}</p>
      </div>
      <Export {...props} />
      <Disclosed summary={peopleWords.erase}>
        <Erase {...props} />
      </Disclosed>
    </section>
  );
};

const Export = ({ at, member }: RecordProps) => {
  const { ask, announcer } = useConsole();
  const { busy, error, run } = useAttempt();
  const download = () =>
    run(async () => {
      const path = { facilityId: at.facility.facilityId, ...member };
      const all = await ask('GET /api/access-control/{facilityId}/members/{partnerId}/{memberId}/export', { path });
      save(`member-${member.memberId.replace(/[^\w-]/g, '_')}.json`, JSON.stringify(all, undefined, 2));
      announcer.say(peopleWords.exported);
    });
  return (
    <div>
      <button type="button" aria-disabled={busy} onClick={() => void download()}>
        {peopleWords.exportIt}
      </button>
      {error !== undefined && <Failed error={error} />}
    </div>
  );
};

/** Hands a file to the browser, which asks where it belongs or puts it with its downloads. */
const save = (name: string, text: string): void => {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  URL.revokeObjectURL(address);
};

const Erase = ({ at, member, name, onErased }: RecordProps) => {
  const { ask, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const isTyped = typed.trim() === member.memberId;
  const erase = (): void => {
    setTried(true);
    if (!isTyped) return;
    void run(async () => {
      const path = { facilityId: at.facility.facilityId, ...member };
      const erasure = await ask('DELETE /api/access-control/{facilityId}/members/{partnerId}/{memberId}', { path });
      onErased(erasure);
      void queries.invalidateQueries({ queryKey: ['members'] });
    });
  };
  return (
    <form
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        erase();
      }}
    >
      <p class="whole">{peopleWords.eraseMore}</p>
      <TextField
        label={peopleWords.type(member.memberId)}
        value={typed}
        maxLength={300}
        problem={tried && !isTyped ? peopleWords.typeWrong : ''}
        onText={setTyped}
      />
      <button type="submit" class="first grave" aria-disabled={busy || !isTyped}>
        <bdi>{peopleWords.eraseIt(name)}</bdi>
      </button>
      {error !== undefined && <Failed error={error} />}
    </form>
  );
};

interface ErasedProps {
  readonly at: AtFacility;
  readonly name: string;
  readonly erasure: Erasure;
}

/** What stands in the place of a member who is erased: what is left of them where, and until when. */
export const Erased = ({ at, name, erasure: { complete, remains } }: ErasedProps) => (
  <article class="panel stack" aria-labelledby="erased-title">
    <h1 id="erased-title" tabIndex={-1}>
      <bdi>{complete ? peopleWords.erased(name) : peopleWords.erasing(name)}</bdi>
    </h1>
    {!complete && <p class="stale">{peopleWords.goesOn}</p>}
    <h2>{peopleWords.remains}</h2>
    <table class="grid">
      <thead>
        <tr>
          <th scope="col">{peopleWords.where}</th>
          <th scope="col">{peopleWords.what}</th>
          <th scope="col">{peopleWords.stays}</th>
        </tr>
      </thead>
      <tbody>
        {remains.map(({ where, what, until }) => (
          <tr key={`${where} ${what}`}>
            <th scope="row">{where}</th>
            <td>{what}</td>
            <td>{until}</td>
          </tr>
        ))}
      </tbody>
    </table>
    <p>
      <a href={addressOf('members', { facilityId: at.facility.facilityId })}>{peopleWords.toMembers}</a>
    </p>
  </article>
);
