import { reply } from '../../kit/http/endpoint.ts';
import { bytesAnswer } from '../../kit/http/media.ts';
import { unifiedEndpoint } from '../tokens/unified-surface.ts';
import { explorerFault, explorerFaults } from './explorer.faults.ts';

/** The page as it is made outside of the modules, which know of no bundler. */
export interface ExplorerPage {
  /** Made for the first who asks; rejects where that does not work. */
  readonly page: () => Promise<Uint8Array>;
  readonly headers: Readonly<Record<string, string>>;
}

interface Deps {
  readonly explorer: ExplorerPage;
}

export const readExplorer = unifiedEndpoint<Deps>()({
  id: 'explorer.read',
  method: 'GET',
  path: '/explorer',
  summary: 'Look around in the schema',
  description:
    'A page for people: the schema with its documentation, documents to try, what they cost before they run, and the same as REST and MCP. It has no data; for that somebody gives it a key, which it trades for a token at `POST /oauth/token`.',
  gate: { public: 'It is a script without data: what it shows comes from the API, for whoever has a token.' },
  requestsPerSecond: 20,
  success: { status: 200, description: 'The page.', bytes: ['text/html'] },
  faults: explorerFaults,
  handle: async ({ explorer }) => {
    const bytes = await explorer.page().catch(() => {
      throw explorerFault('explorer_not_built', 'The explorer could not be made. The API is not concerned.');
    });
    return reply(bytesAnswer({ type: 'text/html; charset=utf-8', bytes }), explorer.headers);
  },
});
