import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { type Arriving, type BodyStream, type BodyStreamRule, openBodyStream, STREAMED_WITHIN } from './body-stream.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { type FormOf, type FormRule, openForm } from './multipart.ts';
import type { ServerLimits } from './server-limits.ts';

/** What a declaration may say of a body that is read as it arrives: bytes, or a form with files. */
export type StreamedRule = BodyStreamRule | FormRule;

/** What its handler gets. */
export type StreamedBody<R extends StreamedRule> = R extends FormRule ? FormOf<R> : BodyStream;

export interface OpenStreamedBody {
  close(): void;
}

export const openStreamedBody = (clock: Clock, exchange: Arriving, rule: StreamedRule): OpenStreamedBody =>
  isForm(rule) ? openForm(clock, exchange, rule) : openBodyStream(clock, exchange, rule);

export const isForm = (rule: StreamedRule): rule is FormRule => 'files' in rule;

/** The server ends whatever takes longer than it gives any request: a declaration cannot promise more. */
export const checkDeadline = (
  { id, bodyStream }: AnyEndpoint,
  { requestMs }: Pick<ServerLimits, 'requestMs'>,
): void => {
  if (bodyStream !== undefined && Seconds(bodyStream.seconds ?? STREAMED_WITHIN) > requestMs)
    throw new Bug(`${id}: its body may take longer than this server gives a request`);
};

export const checkBody = ({ id, body, rawBody, bodyTypes, bodyStream }: AnyEndpoint): void => {
  if (body !== undefined && rawBody !== undefined) throw new Bug(`${id}: a body is either parsed or raw`);
  if (bodyStream !== undefined && (body ?? rawBody) !== undefined)
    throw new Bug(`${id}: a body is either streamed or not`);
  if (bodyTypes !== undefined && rawBody === undefined)
    throw new Bug(`${id}: only a raw body has media types of its own`);
};
