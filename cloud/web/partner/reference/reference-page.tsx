import { useEffect } from 'preact/hooks';
import { readJson } from '../../client/static-json.ts';
import type { TryContents } from '../../client/try-form.ts';
import { Answered } from '../../kit/answered.tsx';
import { labels } from '../../words/labels-en.ts';
import { referenceLabels } from '../../words/reference-en.ts';
import { useQuery } from '../partner-console.ts';
import { endpointAddress, REFERENCE } from '../routes.ts';
import { Verb } from './parts.tsx';

/** Every endpoint of the partner API, in the order of tasks. */
export const ReferencePage = () => {
  const contents = useQuery({
    queryKey: ['reference'],
    queryFn: ({ signal }) => readJson<TryContents>(`${REFERENCE}/contents.json`, signal),
  });
  useEffect(() => {
    document.title = `${referenceLabels.title} · ${labels.product}`;
  }, []);
  return (
    <div class="account">
      <div>
        <h1 tabIndex={-1}>{referenceLabels.title}</h1>
        <p class="quiet">{referenceLabels.more}</p>
        <p>
          <a href={`${REFERENCE}/`} target="_top">
            {referenceLabels.whole}
          </a>
        </p>
      </div>
      <Answered query={contents} what={referenceLabels.looking}>
        {(chapters) =>
          chapters.map(({ title, groups }) => (
            <section key={title} class="panel" aria-label={title}>
              <h2>{title}</h2>
              {groups.map((group) => (
                <div key={group.title}>
                  <h3>{group.title}</h3>
                  <ul class="owned">
                    {group.endpoints.map(({ id, method, path, title: name }) => (
                      <li key={id} class="endpoint-row">
                        <Verb method={method} /> <a href={endpointAddress(id)}>{name}</a>{' '}
                        <code class="quiet small">{path}</code>
                      </li>
                    ))}
                  </ul>
                </div>
              ))}
            </section>
          ))
        }
      </Answered>
    </div>
  );
};
