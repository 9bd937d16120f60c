/** The two members that travel together: a complete snapshot, and its revision. */
export interface WindowSnapshot<Window> {
  readonly access_time_windows: readonly Window[];
  readonly access_time_windows_revision: number;
}

/**
 * Adds the windows that `read` finds in your own system. Where that fails the member goes without both fields, so that
 * what is stored stays as it is: an empty list would take all access away. The failure is handed back for your alarm.
 */
export const withWindows = async <Member extends object, Window>(
  member: Member,
  read: () => Promise<WindowSnapshot<Window>>,
): Promise<{ readonly member: Member & Partial<WindowSnapshot<Window>>; readonly failure?: unknown }> => {
  try {
    const { access_time_windows, access_time_windows_revision } = await read();
    if (!Array.isArray(access_time_windows) || !Number.isSafeInteger(access_time_windows_revision))
      throw new TypeError('the source gave no snapshot: a list of windows and a revision');
    return { member: { ...member, access_time_windows, access_time_windows_revision } };
  } catch (failure) {
    const {
      access_time_windows: _list,
      access_time_windows_revision: _revision,
      ...rest
    } = member as Member & Partial<WindowSnapshot<Window>>;
    return { member: rest as Member, failure };
  }
};
