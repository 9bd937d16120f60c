import type { HttpAnswer, HttpCall } from '../kit/http.ts';
import type { Form } from './form.ts';

export interface Asked {
  readonly call: HttpCall;
  /** Whose things are meant: the platform’s, or those of an account it has connected. */
  readonly account: string;
  /** The id that stands in the path. */
  readonly id: string;
  /** Body or query. */
  readonly form: Form;
  /** Where this server is, as its caller knows it. */
  readonly origin: string;
}
type Run = (asked: Asked) => object;

/** `GET /v1/charges/:id`, and what it does. */
export type Routes = Readonly<Record<string, Run>>;

/** Finds what a request asks for: the path without the id, and the id. */
export const routeOf = (routes: Routes, { method, path }: HttpCall): { run: Run; id: string } | undefined => {
  for (const [route, run] of Object.entries(routes)) {
    const [routeMethod = '', pattern = ''] = route.split(' ');
    if (routeMethod !== method) continue;
    const [before = '', after] = pattern.split(':id');
    if (after === undefined) {
      if (path === pattern) return { run, id: '' };
    } else if (path.startsWith(before) && path.endsWith(after)) {
      const id = path.slice(before.length, path.length - after.length);
      if (/^\w+$/.test(id)) return { run, id };
    }
  }
  return undefined;
};

const HTML = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; form-action *; frame-ancestors 'none'",
};
export const pageAnswer = (body: string): HttpAnswer => ({ headers: HTML, body });
export const goTo = (location: string): HttpAnswer => ({ status: 303, headers: { location } });
