/** `posthouse/react-email`: the one place that knows React Email, so that the client never loads React. */

/** What `@react-email/render` takes. Loosely typed, so that no version of React is needed to compile. */
type Element = object;

/**
 * Renders a React Email component to what `emails.send` takes: `{ ...(await renderEmail(<Welcome />)), from, to, subject }`.
 * @throws Error when `@react-email/render` is not installed
 */
export async function renderEmail(element: Element): Promise<{ html: string }> {
  let loaded: { render(element: Element): Promise<string> | string };
  try {
    // Widened, so that no compiler asks for an optional package.
    loaded = await import('@react-email/render' as string);
  } catch (cause) {
    throw new Error('renderEmail needs the package @react-email/render: npm install @react-email/render', {
      cause,
    });
  }
  return { html: await loaded.render(element) };
}
