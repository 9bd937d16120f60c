import type { Answer } from '../../client/client.ts';

export type RatesResolve = Answer<'GET /api/admin/saas-billing/rates/resolve/{clubID}'>;
export type RatesOfPlatform = Answer<'GET /api/admin/saas-billing/platform-rates'>;
export type Template = Answer<'GET /api/admin/saas-billing/rate-templates'>['data'][number];
export type WhatIf = Answer<'POST /api/admin/saas-billing/rate-templates/{templateId}/what-if'>;
export type MonthlyRecord = Answer<'GET /api/admin/saas-billing/org/{organisationId}/monthly-records'>['data'][number];
export type Figures = Answer<'GET /api/admin/saas-billing/platform-analytics'>;
export type ChargeKey = RatesResolve['charges'][number]['key'];
