/** The client went away before its request had arrived: there is nobody to answer. */
export class Disconnected extends Error {
  override readonly name = 'Disconnected';
}
