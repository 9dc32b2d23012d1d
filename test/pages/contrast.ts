/**
 * Runs in a page. Returns the texts with a contrast below 4.5 (WCAG 2.2 1.4.3), each with its ratio; the list
 * should be empty.
 */
export const lowContrasts = `(() => {
  const channels = (color) => {
    const [r, g, b, a = 1] = color.match(/[\\d.]+/g).map(Number);
    return { r, g, b, a };
  };
  const luminance = ({ r, g, b }) => {
    const [R, G, B] = [r, g, b].map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * R + 0.7152 * G + 0.0722 * B;
  };
  const grounds = new Map([[null, { r: 255, g: 255, b: 255 }]]);
  const groundOf = (element) => {
    if (!grounds.has(element)) {
      const ground = channels(getComputedStyle(element).backgroundColor);
      grounds.set(element, ground.a === 1 ? ground : groundOf(element.parentElement));
    }
    return grounds.get(element);
  };
  const low = [];
  for (const element of document.body.querySelectorAll('*')) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
    if (!own) continue;
    const [light, dark] = [channels(getComputedStyle(element).color), groundOf(element)].map(luminance).sort((a, b) => b - a);
    const ratio = (light + 0.05) / (dark + 0.05);
    if (ratio < 4.5) low.push(element.tagName + ' "' + element.textContent.trim() + '" ' + ratio.toFixed(2));
  }
  return low;
})()`;
