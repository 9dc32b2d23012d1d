/** `posthouse/react-email`: a separate entry, so that the client never loads React. */

/** The argument of `@react-email/render`. Loosely typed, so that compiling needs no version of React. */
type Element = object;

/** Renders input for `emails.send`: `{ ...(await renderEmail(<Welcome />)), from, to, subject }`. */
export async function renderEmail(element: Element): Promise<{ html: string }> {
  let loaded: { render(element: Element): Promise<string> | string };
  try {
    // Widened to string, so that the compiler does not require the optional package.
    loaded = await import('@react-email/render' as string);
  } catch (cause) {
    throw new Error('renderEmail needs the package @react-email/render: npm install @react-email/render', {
      cause,
    });
  }
  return { html: await loaded.render(element) };
}
