// How to call each endpoint of the platform API, one line a module. Such a file exports nothing but its cases.

export * from '../modules/access/testing/access.cases.ts';
export * from '../modules/admin-notes/testing/admin-notes.cases.ts';
export * from '../modules/audit/testing/audit.cases.ts';
export * from '../modules/briefings/testing/briefings.cases.ts';
export * from '../modules/credentials/testing/credentials.cases.ts';
export * from '../modules/devices/testing/devices.cases.ts';
export * from '../modules/door-controllers/testing/door-controllers.cases.ts';
export * from '../modules/doors/testing/wishes.cases.ts';
export * from '../modules/environment/testing/environment.cases.ts';
export * from '../modules/erasures/testing/erasures.cases.ts';
export * from '../modules/holidays/testing/holidays.cases.ts';
export * from '../modules/inquiries/testing/inquiries.cases.ts';
export * from '../modules/jobs/testing/jobs.cases.ts';
export * from '../modules/lockdowns/testing/lockdowns.cases.ts';
export * from '../modules/mail/testing/mail.cases.ts';
export * from '../modules/organisations/testing/organisations.cases.ts';
export * from '../modules/partners/testing/partners.cases.ts';
export * from '../modules/pushes/testing/pushes.cases.ts';
export * from '../modules/restores/testing/restores.cases.ts';
export * from '../modules/retention/testing/retention.cases.ts';
export * from '../modules/scopes/testing/scopes.cases.ts';
export * from '../modules/unlocks/testing/unlocks.cases.ts';
export * from '../modules/users/testing/users.cases.ts';
export * from '../modules/warnings/testing/warnings.cases.ts';
export * from '../modules/webhooks/testing/webhooks.cases.ts';
