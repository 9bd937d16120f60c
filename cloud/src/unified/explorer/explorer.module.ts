import { defineModule } from '../../kit/modules/module.ts';
import { graphqlModule } from '../graphql/graphql.module.ts';
import { tokensModule } from '../tokens/tokens.module.ts';
import { type ExplorerPage, readExplorer } from './explorer.endpoints.ts';
import { explorerFaults } from './explorer.faults.ts';
import { schemaPages } from './schema-pages.ts';

declare module '../../kit/modules/module.ts' {
  interface Environment {
    readonly explorer: ExplorerPage;
  }
}

export const explorerModule = defineModule('explorer', {
  needs: [tokensModule, graphqlModule],
  faults: explorerFaults,
})({
  endpoints: [readExplorer],
  pages: ({ unifiedMutations }) => [{ on: 'unified', ...schemaPages(unifiedMutations) }],
});
