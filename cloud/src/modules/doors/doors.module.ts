import type { Module } from '../../http/module.ts';
import { mount } from '../../http/mount.ts';
import type { PartnersService } from '../partners/partners.module.ts';
import { listDoors, readDoor } from './doors.endpoints.ts';
import { doorsFaults } from './doors.faults.ts';
import type { DoorsService } from './doors.service.ts';
import { listWishes, readWish, setMaintenance } from './wishes.platform.endpoints.ts';

export { DoorView, doorView } from './door-document.ts';
export type { DoorSetting, NewDoor } from './door-settings.ts';
export { BEACON_SECONDS, type Door, STALE_AFTER } from './door-view.ts';
export type { DoorsService } from './doors.service.ts';
export { createDoorsService } from './doors.service.ts';
export { shownState, viewOfWish, WISH_STATES, WishView } from './wish-view.ts';

export const doorsModule = (deps: { readonly doors: DoorsService; readonly partners: PartnersService }): Module => ({
  name: 'doors',
  owns: ['door', 'door_driver', 'door_number', 'door_wish'],
  faults: doorsFaults,
  endpoints: [
    mount(listDoors, deps),
    mount(readDoor, deps),
    mount(setMaintenance, deps),
    mount(listWishes, deps),
    mount(readWish, deps),
  ],
});
