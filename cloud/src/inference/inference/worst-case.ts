import type { SoldModel } from './models-config.ts';
import type { ChatRequest } from './request-shapes.ts';

/** What a message costs beside its text, at the most of any model. */
const MESSAGE_TOKENS = 16;
/** What a request costs beside its messages. */
const REQUEST_TOKENS = 64;

/** Images of a request, and how many bytes of its text are their addresses or themselves. */
const imagesOf = ({ messages }: ChatRequest) => {
  const urls = messages.flatMap(({ content }) =>
    Array.isArray(content)
      ? content.flatMap(({ type, image_url: image }) => (type === 'image_url' && image ? [image.url] : []))
      : [],
  );
  return { count: urls.length, bytes: urls.reduce((sum, url) => sum + Buffer.byteLength(url), 0) };
};

/**
 * The most tokens of input that a request can have: no token of a text is shorter than a byte. Images are counted by the model’s
 * figure; undefined where it has none and there are some.
 */
export const mostInput = (request: ChatRequest, bytes: number, models: readonly SoldModel[]): number | undefined => {
  const images = imagesOf(request);
  const figures = models.map(({ imageTokens }) => imageTokens);
  if (images.count > 0 && figures.includes(undefined)) return undefined;
  const each = Math.max(0, ...figures.map((figure = 0) => figure));
  const text = bytes - images.bytes + MESSAGE_TOKENS * request.messages.length + REQUEST_TOKENS;
  return text + (images.count > 0 ? images.count * each : 0);
};
