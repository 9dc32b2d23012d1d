import { wordSet } from '../../text/text.ts';

export const keptElements =
  wordSet(`a abbr acronym address area article aside audio b bdi bdo big blockquote br button caption
  center cite code col colgroup data dd del details dfn dir div dl dt em fieldset figcaption figure font footer form
  h1 h2 h3 h4 h5 h6 header hgroup hr i img input ins kbd label legend li main map mark menu meter nav ol optgroup
  option output p picture pre progress q rp rt ruby s samp search section select small source span strike strong sub
  summary sup table tbody td textarea tfoot th thead time tr tt u ul var video wbr`);
export const structureElements = wordSet('html head body');
export const headElements = wordSet('title meta link style');

/** Office elements, which only Outlook interprets; their names are case-sensitive. */
export const officeElement = /^(?:[vow]:[A-Za-z]+|xml)$/i;
