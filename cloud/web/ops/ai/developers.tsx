import { Answered } from '../../kit/answered.tsx';
import { CopyButton } from '../../kit/copy-button.tsx';
import { Disclosed } from '../../kit/disclosed.tsx';
import { FiguresTable } from '../../kit/figures-table.tsx';
import { Empty } from '../../kit/states.tsx';
import { creditLabels, creditWords } from '../../words/ai-credit-en.ts';
import { aiWords } from '../../words/ai-en.ts';
import type { AiModel } from './ai-types.ts';
import { curlSnippet, nodeSnippet } from './snippets.ts';
import { useModels } from './use-models.ts';

interface DevelopersProps {
  readonly facilityId: string;
  /** Where clients are pointed at. Null: no gate is open. */
  readonly gateUrl: string | null;
}

/** Where any client is pointed at, how that is done, and which models there are. */
export const Developers = ({ facilityId, gateUrl }: DevelopersProps) => {
  const query = useModels(facilityId);
  const model = query.data?.data.find(({ allowed }) => allowed)?.model ?? 'model-1';
  return (
    <section class="panel stack" aria-labelledby="developers-title">
      <h2 id="developers-title">{creditLabels.developers}</h2>
      <p>{creditLabels.developersMore}</p>
      {gateUrl === null ? (
        <p>{creditLabels.noGate}</p>
      ) : (
        <>
          <p>
            {creditLabels.address}: <code class="secret">{gateUrl}</code>{' '}
            <CopyButton text={gateUrl} label={creditLabels.copyAddress} />
          </p>
          <Example title={creditLabels.curl} text={curlSnippet(gateUrl, model)} />
          <Example title={creditLabels.node} text={nodeSnippet(gateUrl, model)} />
        </>
      )}
      <Disclosed summary={creditLabels.models}>
        <Answered query={query} what={creditLabels.lookingAtModels}>
          {({ data }) => <Models models={data} />}
        </Answered>
      </Disclosed>
    </section>
  );
};

interface ExampleProps {
  readonly title: string;
  readonly text: string;
}

const Example = ({ title, text }: ExampleProps) => (
  <Disclosed summary={title}>
    <pre class="code">{text}</pre>
    <CopyButton text={text} label={creditLabels.copyExample} />
  </Disclosed>
);

const Models = ({ models }: { readonly models: readonly AiModel[] }) =>
  models.length === 0 ? (
    <Empty title={creditLabels.noModels}>{creditLabels.noModelsMore}</Empty>
  ) : (
    <FiguresTable
      title={creditLabels.models}
      columns={[
        ...[creditLabels.model, creditLabels.provider, creditLabels.priceIn, creditLabels.priceOut],
        ...[creditLabels.context, creditLabels.mayAsk],
      ]}
      rows={models.map((one) => ({
        key: `${one.provider}/${one.model}`,
        name: one.model,
        cells: [
          <bdi key="provider">{one.provider}</bdi>,
          ...[one.inputMicrosPerMillion, one.outputMicrosPerMillion].map(aiWords.exactly),
          ...[aiWords.number(one.contextTokens), creditWords.allowed(one)],
        ],
      }))}
    />
  );
