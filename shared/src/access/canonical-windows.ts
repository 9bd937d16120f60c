import type { AccessHours, AccessWindow } from './window.ts';

/**
 * The canonical JSON (RFC 8785) of windows in the order given. The engine writes strings and numbers as the RFC asks and members
 * in the order of their making, so all there is to do is to make them in the order of their names.
 */
export const canonicalWindows = (windows: readonly AccessWindow[]): string => JSON.stringify(windows.map(ordered));

const ordered = (window: AccessWindow): object => {
  const { external_id, kind, label, scope_key, timezone } = window;
  return kind === 'absolute'
    ? { external_id, from: window.from, kind, label, scope_key, timezone, to: window.to }
    : {
        access_hours: orderedHours(window.access_hours),
        active_from: window.active_from,
        active_until: window.active_until,
        external_id,
        kind,
        label,
        scope_key,
        timezone,
      };
};

const orderedHours = ({ fri, mon, sat, sun, thu, tue, wed }: AccessHours): AccessHours => ({
  fri,
  mon,
  sat,
  sun,
  thu,
  tue,
  wed,
});
