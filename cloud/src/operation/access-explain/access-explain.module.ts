import { accessModule } from '../../access/access/access.module.ts';
import { credentialsModule } from '../../access/credentials/credentials.module.ts';
import { membersModule } from '../../access/members/members.module.ts';
import { scopesModule } from '../../access/scopes/scopes.module.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { doorsModule } from '../../sites/doors/doors.module.ts';
import { accessExplainFaults } from './access-explain.faults.ts';
import { explainCredential, explainMember, explainPerson } from './explain.platform.endpoints.ts';
import { askWhatIf } from './what-if.platform.endpoints.ts';

export const accessExplainModule = defineModule('access-explain', {
  needs: [doorsModule, scopesModule, accessModule, credentialsModule, membersModule],
  faults: accessExplainFaults,
})({
  endpoints: [explainMember, explainPerson, explainCredential, askWhatIf],
});
