import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The kinds of a tree of elements, as it is read out. What has no kind is what they say. */
const rolesOf = (node: object): readonly string[] => [
  ...('role' in node && typeof node.role === 'string' ? [node.role] : []),
  ...('children' in node && Array.isArray(node.children) ? node.children.flatMap(rolesOf) : []),
];

/** What somebody else's reader finds in a file for archives: the files in it, its title, and what its parts are. */
export const archiveIn = async (bytes: Uint8Array) => {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0, useSystemFonts: false });
  const document = await task.promise;
  const attached = await document.getAttachments();
  const { metadata } = await document.getMetadata();
  // Of each page it gives the whole tree.
  const tree = await (await document.getPage(1)).getStructTree();
  const title: unknown = metadata?.get('dc:title');
  const files: (readonly [name: string, text: string])[] = [];
  if (attached instanceof Map)
    for (const [id, { filename, content }] of attached)
      files.push([filename, Buffer.from(content ?? (await document.getAttachmentContent(id)) ?? []).toString()]);
  await task.destroy();
  return {
    files,
    title,
    tags: tree === null ? [] : rolesOf(tree),
  };
};
