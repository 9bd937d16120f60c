import { explorerLabels as labels, explorerWords as words } from '../words/explorer-en.ts';
import type { Looked } from './document.ts';
import type { Explorer } from './explorer.ts';

const NOT_RECKONED = {
  empty: labels.nothingWritten,
  schema: labels.ofSchema,
  unreadable: labels.cannotBeRead,
} as const;

const worstOf = (looked: Looked): string => {
  if (looked.is !== 'read') return NOT_RECKONED[looked.is];
  const { worst, limit } = looked;
  return worst.cost > limit ? words.tooCostly(worst.cost, limit) : words.worst(worst.cost, limit);
};

/** What the document costs at worst before it runs, what the last one came to, and what is left of the minute. */
export const CostLine = ({ explorer, looked }: { readonly explorer: Explorer; readonly looked: Looked }) => {
  const { left, cost, trouble, requestId } = explorer.heard.value;
  const isTooMuch = looked.is === 'read' && looked.worst.cost > looked.limit;
  return (
    <div class="cost">
      <dl class="rows">
        <dt>{labels.costTitle}</dt>
        <dd class={isTooMuch ? 'problem' : 'figures'} data-name="worst">
          {worstOf(looked)}
          {looked.is === 'read' && looked.worst.path.length > 1 && (
            <span class="quiet small line">
              {labels.dearest} <code>{looked.worst.path.join('.')}</code>
            </span>
          )}
        </dd>
        <dt>{labels.left}</dt>
        <dd class="figures" data-name="left">
          {left === undefined ? labels.leftUnknown : words.left(left.requests, left.of)}
          {cost !== undefined && <span class="quiet small line">{words.came(cost.actual, cost.worst)}</span>}
        </dd>
      </dl>
      <p role="status" class="problem" data-name="trouble">
        {trouble}
        {trouble !== undefined && requestId !== undefined && (
          <span class="small line">{words.requestId(requestId)}</span>
        )}
      </p>
    </div>
  );
};
