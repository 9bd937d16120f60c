import type { Module } from '../../http/module.ts';
import { mount } from '../../http/mount.ts';
import { pushReports } from './reports.endpoints.ts';
import type { ReportsService } from './reports.service.ts';

export { createReportsService } from './reports.service.ts';

export const reportsModule = (deps: { readonly reports: ReportsService }): Module => ({
  name: 'reports',
  owns: ['report_snapshot'],
  faults: {},
  endpoints: [mount(pushReports, deps)],
});
