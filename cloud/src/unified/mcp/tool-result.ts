import { Bug, type Fault } from '@gatehouse/shared/fault/fault.ts';
import type { Ran } from '../../kit/http/run-declared.ts';
import { problemsOf } from '../../kit/http/validate.ts';

/** What a call comes to (MCP, `CallToolResult`): as data, and the same as text for clients that know no data. */
export interface ToolResult {
  readonly [key: string]: unknown;
  readonly content: { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent: Record<string, unknown>;
  readonly isError?: true;
}

/** Of a refusal: its code, whose page says what to do, and what leads to its entry in the audit. */
export const toolResult = ({ result }: Ran, requestId: string): ToolResult => {
  if (result === undefined) throw new Bug('nobody who sends a message whole goes away before it is carried out');
  if ('fault' in result) return { ...written(refusal(result.fault, requestId)), isError: true };
  return written(result.value as Record<string, unknown>);
};

const refusal = (fault: Fault, requestId: string): Record<string, unknown> => {
  const { code, message, spec, detail } = fault;
  return {
    code,
    status: spec.status,
    message,
    requestId,
    ...problemsOf(fault),
    ...(detail.body !== undefined && { detail: detail.body }),
  };
};

const written = (structuredContent: Record<string, unknown>): ToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(structuredContent) }],
  structuredContent,
});
