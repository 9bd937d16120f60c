import { defineModule } from '../../kit/modules/module.ts';
import { tokensModule } from '../tokens/tokens.module.ts';
import { type ExplorerPage, readExplorer } from './explorer.endpoints.ts';
import { explorerFaults } from './explorer.faults.ts';
import { schemaPages } from './schema-pages.ts';

declare module '../../kit/modules/module.ts' {
  interface Environment {
    readonly explorer: ExplorerPage;
  }
}

export const explorerModule = defineModule('explorer', { needs: [tokensModule], faults: explorerFaults })({
  endpoints: [readExplorer],
  pages: () => [{ on: 'unified', ...schemaPages() }],
});
