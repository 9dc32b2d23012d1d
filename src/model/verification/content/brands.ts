import { plainWords } from '../reading/plain-words.ts';
import { baitWords } from './bait-words.ts';

/**
 * Brands that phishers impersonate, and their domains, maintained by hand; a missing brand goes unnoticed.
 *
 * Name/other name: domain domain     `?` after a name that is an ordinary word as well, `+` after a group of
 * companies in many towns, each with a domain of its own
 */
const table = `
  PayPal: paypal.com paypalobjects.com paypal.me
  Apple?/iCloud/Apple ID/App Store/iTunes: apple.com icloud.com itunes.com
  Microsoft/Outlook?/Office 365/Microsoft 365/OneDrive/SharePoint/Windows Defender: microsoft.com microsoftonline.com outlook.com live.com office.com office365.com sharepoint.com microsoft365.com azure.com hotmail.com msn.com windows.com onedrive.com
  Google/Gmail/Google Drive/Google Pay: google.com gmail.com youtube.com goo.gl googlemail.com withgoogle.com
  Amazon/Amazon Prime/Prime Video/AWS?: amazon.com amazon.de amazon.co.uk amazon.fr amazon.es amazon.it amazon.nl amazonaws.com primevideo.com amazon.com.br
  Facebook/Meta?/Meta Business: facebook.com fb.com meta.com facebookmail.com fb.me messenger.com metamail.com
  Instagram: instagram.com facebook.com meta.com
  WhatsApp: whatsapp.com whatsapp.net wa.me
  Netflix: netflix.com
  Spotify: spotify.com
  Disney/Disney Plus: disney.com disneyplus.com go.com
  LinkedIn: linkedin.com
  Twitter: twitter.com x.com
  TikTok: tiktok.com
  Telegram?: telegram.org t.me
  Snapchat: snapchat.com
  Discord?: discord.com discordapp.com
  Steam?/Steam Guard: steampowered.com steamcommunity.com valvesoftware.com
  Roblox: roblox.com
  Adobe/Acrobat Sign: adobe.com adobesign.com acrobat.com
  DocuSign: docusign.com docusign.net
  Dropbox: dropbox.com dropboxmail.com
  WeTransfer: wetransfer.com
  Zoom?: zoom.us zoom.com
  GitHub: github.com github.io githubusercontent.com
  GoDaddy: godaddy.com
  Cloudflare: cloudflare.com
  Yahoo: yahoo.com yahoo.co.jp
  AOL: aol.com
  Zimbra: zimbra.com
  Roundcube: roundcube.net
  cPanel: cpanel.net cpanel.com
  WordPress: wordpress.org wordpress.com
  Shopify: shopify.com myshopify.com
  eBay: ebay.com ebay.de ebay.co.uk
  AliExpress: aliexpress.com
  Alibaba: alibaba.com
  Temu: temu.com temuemail.com
  Shein: shein.com
  Etsy: etsy.com
  Zalando: zalando.com zalando.de
  Airbnb: airbnb.com
  Booking com/Booking.com: booking.com
  Uber: uber.com
  Western Union: westernunion.com
  MoneyGram: moneygram.com
  Venmo: venmo.com
  Zelle: zellepay.com zelle.com
  Cash App: cash.app squareup.com square.com
  Stripe?: stripe.com
  Klarna: klarna.com klarna.de
  Revolut: revolut.com
  N26: n26.com
  Wise?/TransferWise: wise.com transferwise.com
  QuickBooks/Intuit/TurboTax: intuit.com quickbooks.com turbotax.com
  Visa?: visa.com
  Mastercard: mastercard.com mastercard.us
  American Express/Amex: americanexpress.com aexp.com amex.com
  Capital One: capitalone.com
  Chase?/Chase Bank/JPMorgan: chase.com jpmorgan.com jpmorganchase.com
  Wells Fargo: wellsfargo.com
  Bank of America: bankofamerica.com bofa.com
  Citibank/Citi?: citi.com citibank.com citigroup.com
  Navy Federal: navyfederal.org
  HSBC: hsbc.com hsbc.co.uk
  Barclays: barclays.com barclays.co.uk barclaycard.co.uk
  Lloyds/Lloyds Bank: lloydsbank.com lloydsbank.co.uk lloydsbankinggroup.com
  NatWest: natwest.com
  Santander: santander.com santander.co.uk santander.com.br santander.es santander.pt santander.de
  Nationwide?: nationwide.co.uk nationwide.com
  Sparkasse+: sparkasse.de sparkasse.at sparkassen.de
  Volksbank+/Raiffeisen/VR Bank: vr.de volksbank.de raiffeisen.at raiffeisen.ch raiffeisen.com
  Commerzbank: commerzbank.de commerzbank.com
  Deutsche Bank: deutsche-bank.de db.com
  Postbank: postbank.de
  ING?/ING DiBa: ing.com ing.de ing.nl ing.es ing.be ing.it
  DKB: dkb.de
  Comdirect: comdirect.de
  Targobank: targobank.de
  Rabobank: rabobank.nl rabobank.com
  ABN AMRO: abnamro.nl abnamro.com
  Bunq: bunq.com
  BNP Paribas: bnpparibas.com bnpparibas bnpparibas.net
  Credit Agricole+/Crédit Agricole: credit-agricole.fr credit-agricole.com
  Société Générale: societegenerale.com societegenerale.fr sg.fr
  La Banque Postale: labanquepostale.fr
  Boursorama/BoursoBank: boursorama.com boursobank.com
  Caisse d'Epargne+: caisse-epargne.fr
  BBVA: bbva.com bbva.es bbva.mx
  CaixaBank: caixabank.es caixabank.com
  Bankinter: bankinter.com
  Intesa Sanpaolo: intesasanpaolo.com
  UniCredit: unicredit.it unicreditgroup.eu unicredit.de
  Poste Italiane/PostePay/BancoPosta: poste.it posteitaliane.it
  Nexi: nexi.it
  Caixa?/Caixa Econômica/Caixa Tem: caixa.gov.br
  Itaú/Itaucard: itau.com.br itau.com
  Bradesco: bradesco.com.br bradesco
  Banco do Brasil/BB?: bb.com.br
  Banco Central do Brasil: bcb.gov.br gov.br
  Nubank: nubank.com.br nu.com.mx
  Banco Inter: inter.co bancointer.com.br
  Mercado Livre/Mercado Pago/Mercado Libre: mercadolivre.com.br mercadopago.com.br mercadolibre.com mercadopago.com mercadolibre.com.ar
  Serasa: serasa.com.br serasaexperian.com.br
  Livelo: livelo.com.br pontolivelo.com.br
  Receita Federal: gov.br
  Detran: gov.br
  Correios: correios.com.br
  CTT?/CTT Expresso: ctt.pt
  Millennium BCP: millenniumbcp.pt
  DHL: dhl.com dhl.de dhl.fr dhl.nl dpdhl.com
  UPS?/United Parcel: ups.com
  FedEx: fedex.com
  USPS/US Postal Service: usps.com usps.gov
  Royal Mail: royalmail.com
  Evri/Hermes?: evri.com myhermes.co.uk hermesworld.com
  DPD: dpd.com dpd.de dpd.co.uk dpd.fr dpd.nl dpdgroup.com
  GLS?: gls-group.eu gls-group.com gls-pakete.de
  Deutsche Post: deutschepost.de dhl.de
  Chronopost: chronopost.fr
  Colissimo/La Poste: laposte.fr colissimo.fr laposte.net
  Mondial Relay: mondialrelay.fr mondialrelay.com
  Correos: correos.es correos.com
  SEUR: seur.com
  PostNL: postnl.nl
  Bpost: bpost.be
  BRT?/Bartolini: brt.it
  Swiss Post: post.ch
  IRS/Internal Revenue Service: irs.gov
  HMRC: gov.uk hmrc.gov.uk
  DVLA: gov.uk
  Medicare: medicare.gov
  Social Security/Social Security Administration/SSA/ssa.gov: ssa.gov
  Elster/Finanzamt/Bundeszentralamt: elster.de bund.de
  Zoll?: zoll.de
  Impôts gouv/DGFiP: impots.gouv.fr gouv.fr
  Ameli/Assurance Maladie: ameli.fr
  ANTAI: antai.gouv.fr gouv.fr
  Agencia Tributaria: agenciatributaria.es agenciatributaria.gob.es gob.es
  DGT: dgt.es gob.es
  Agenzia delle Entrate/INPS: agenziaentrate.gov.it gov.it inps.it
  Belastingdienst/DigiD/MijnOverheid: belastingdienst.nl digid.nl overheid.nl
  E ZPass/EZPass/E-ZPass: e-zpassny.com ezpassnj.com
  SunPass: sunpass.com
  Netzpolizei/Europol/Interpol: europol.europa.eu interpol.int
  Telekom?/T Mobile/Deutsche Telekom: telekom.de telekom.com t-mobile.com t-online.de
  Vodafone: vodafone.com vodafone.de vodafone.co.uk vodafone.es vodafone.it vodafone.pt
  Verizon: verizon.com vzw.com
  ATT Wireless: att.com att.net
  Comcast/Xfinity: comcast.com xfinity.com comcast.net
  Orange?: orange.fr orange.com orange.es
  SFR: sfr.fr
  Bouygues: bouyguestelecom.fr
  Movistar/Telefonica: movistar.es movistar.com telefonica.com
  Vivo?/Claro?: vivo.com.br claro.com.br
  Ziggo/KPN: ziggo.nl kpn.com
  1und1/IONOS: ionos.com ionos.de 1und1.de
  Strato: strato.de
  OVH/OVHcloud: ovh.com ovhcloud.com ovh.net
  GMX/WEB.DE: gmx.net gmx.de web.de gmx.com
  Binance: binance.com binance.us
  Coinbase: coinbase.com
  Kraken: kraken.com
  Crypto com/Crypto.com: crypto.com
  MetaMask: metamask.io consensys.io consensys.net
  Ledger?/Ledger Live/Ledger Nano: ledger.com ledger.fr
  Trezor: trezor.io satoshilabs.com
  Trust Wallet: trustwallet.com
  Phantom Wallet: phantom.app phantom.com
  Blockchain com/Blockchain.com: blockchain.com
  Bitpanda: bitpanda.com
  Bittrex: bittrex.com
  KuCoin: kucoin.com
  OpenSea: opensea.io
  Uniswap: uniswap.org
  Exodus Wallet: exodus.com
  Bybit: bybit.com
  OKX: okx.com
  Ripple?: ripple.com
  Robinhood: robinhood.com
  FTX: ftx.com
  Celsius Network/Celsius?: celsius.network
  Voyager?/Voyager Digital: investvoyager.com
  Stellar?/Stellar.org/Stellar Lumens: stellar.org
  Aave: aave.com
  Electrum: electrum.org
  Rabby Wallet/Rabby?: rabby.io
  DeBank: debank.com
  Optimism?: optimism.io
  Arbitrum: arbitrum.io arbitrum.foundation
  Solana: solana.com
  Tether?: tether.to
  Bitfinex: bitfinex.com
  Gemini?: gemini.com
  eToro: etoro.com
  Bitvavo: bitvavo.com
  Bitget: bitget.com
  PancakeSwap: pancakeswap.finance
  1inch: 1inch.io
  Ethereum Foundation: ethereum.org ethereum.foundation
  Stake?/Stake.com: stake.com
  Manta Network: manta.network
  McAfee: mcafee.com
  Norton?/NortonLifeLock/LifeLock/Norton 360: norton.com nortonlifelock.com lifelock.com gen.com
  Avast: avast.com
  Kaspersky: kaspersky.com kaspersky.de
  Geek Squad/Best Buy: geeksquad.com bestbuy.com
  Walmart: walmart.com
  Tractor Supply: tractorsupply.com
  REI?/REI Co op: rei.com
  Bath & Body Works: bathandbodyworks.com
  Ulta Beauty/Sephora: ulta.com sephora.com sephora.fr sephora.de
  Macy's/Macys: macys.com
  Cracker Barrel: crackerbarrel.com
  Omaha Steaks: omahasteaks.com
  Publishers Clearing House: pch.com
  Coca Cola: coca-cola.com coca-colacompany.com
  Adidas: adidas.com adidas.de adidas.co.uk
  Nike: nike.com
  Toyota: toyota.com toyota.de
  Leroy Merlin: leroymerlin.fr leroymerlin.com.br leroymerlin.es leroymerlin.it
  Douglas?/Parfümerie Douglas: douglas.de
  Rituals?: rituals.com
  ADAC: adac.de
  Braun Series: braun.com
  Hulu/HBO Max/Paramount Plus: hulu.com hbomax.com max.com paramountplus.com
  Proton Mail/ProtonMail: proton.me protonmail.com
  Staatsloterij/Postcode Loterij: staatsloterij.nl postcodeloterij.nl
  Costco: costco.com
  Target Corporation: target.com
  Home Depot: homedepot.com
  Lowe's/Lowes: lowes.com
  Kohl's/Kohls: kohls.com
  CVS/Walgreens: cvs.com walgreens.com
  Sam's Club: samsclub.com
  Starbucks: starbucks.com
  Dunkin: dunkindonuts.com
  McDonald's/McDonalds: mcdonalds.com mcdonalds.de
  Harbor Freight: harborfreight.com
  Ace Hardware: acehardware.com
  Dick's Sporting Goods: dickssportinggoods.com
  Blue Cross: bcbs.com
  AARP: aarp.org
  State Farm: statefarm.com
  Yeti?/Yeti Cooler/Yeti Rambler: yeti.com
  DeWalt: dewalt.com
  Makita: makita.com makita.de makitatools.com
  Milwaukee Tool: milwaukeetool.com
  Samsung: samsung.com
  Dyson: dyson.com dyson.de
  Ninja Kitchen: ninjakitchen.com
  Aldi: aldi.de aldi.com aldi-nord.de aldi-sued.de aldi.nl aldi.co.uk aldi.us
  Lidl: lidl.de lidl.com lidl.nl lidl.fr lidl.es lidl.it lidl.co.uk
  Rewe: rewe.de
  Edeka: edeka.de
  Kaufland: kaufland.de kaufland.com
  Rossmann/dm Drogerie: rossmann.de dm.de
  MediaMarkt/Saturn?: mediamarkt.de mediamarkt.com mediamarkt.nl saturn.de mediamarktsaturn.com
  OBI?/Hornbach/Bauhaus?: obi.de obi.com hornbach.de bauhaus.info
  Ikea: ikea.com ikea.de
  Payback?: payback.de
  Albert Heijn: ah.nl
  Bol com/Bol.com: bol.com
  Jumbo?/Kruidvat/HEMA: jumbo.com kruidvat.nl hema.nl
  Carrefour: carrefour.fr carrefour.com carrefour.es carrefour.it
  Leclerc: e-leclerc.com leclerc
  Decathlon: decathlon.fr decathlon.com decathlon.de decathlon.es
  Mercadona: mercadona.es
  El Corte Inglés: elcorteingles.es
  Continente?/Pingo Doce: continente.pt pingodoce.pt
  Esselunga: esselunga.it
  Tesco/Sainsbury's/Sainsburys: tesco.com sainsburys.co.uk
  Marks and Spencer: marksandspencer.com
  Shell?: shell.com shell.de
  Lufthansa: lufthansa.com
  Deutsche Bahn: bahn.de deutschebahn.com
  Ryanair: ryanair.com
  Southwest Airlines/Delta Airlines: southwest.com delta.com
  Powerball/Mega Millions: powerball.com megamillions.com
  Lego: lego.com
  ANWB/ADAC: anwb.nl adac.de
  Ourocard: bb.com.br
  United Nations: un.org
  FBI?: fbi.gov
`;

export type Brand = {
  name: string;
  domains: ReadonlySet<string>;
  labels: readonly string[];
  /** Companies in many towns share the name, such as `sparkasse-lueneburg.de`. */
  regional: boolean;
  /** Suffixes under which every name is genuine: `.gov.uk`. */
  offices: readonly string[];
};

/** `ordinary` names are also common words. */
export type BrandName = { brand: Brand; words: readonly string[]; ordinary: boolean };

const known: Brand[] = [];
const singleWords = new Set<string>();
const byFirstWord = new Map<string, BrandName[]>();
const byLabel = new Map<string, Brand[]>();
const regionalBrands: Brand[] = [];
const office = /^(?:gov|gob|gouv|bund|overheid)\.[a-z]{2}$/;

for (const line of table.trim().split('\n')) {
  const colon = line.indexOf(': ');
  const names = line.slice(0, colon).trim().split('/');
  const domains = new Set(line.slice(colon + 2).split(' '));
  const labels = new Set([...domains].map((domain) => domain.slice(0, domain.indexOf('.'))));
  const regional = names.some((name) => name.endsWith('+'));
  const offices = [...domains].filter((domain) => office.test(domain)).map((domain) => `.${domain}`);
  const brand = { name: names[0]!.replace(/[?+]$/, ''), domains, labels: [...labels], regional, offices };
  known.push(brand);
  if (regional) regionalBrands.push(brand);
  for (const label of labels) byLabel.set(label, [...(byLabel.get(label) ?? []), brand]);
  for (const name of names) {
    const words = plainWords(name);
    const ordinary = name.endsWith('?');
    byFirstWord.set(words[0]!, [...(byFirstWord.get(words[0]!) ?? []), { brand, words, ordinary }]);
    if (words.length === 1 && !ordinary) singleWords.add(words[0]!);
  }
}

export const brands: readonly Brand[] = known;

export const brandWords: ReadonlySet<string> = singleWords;

export const brandNames: readonly (readonly string[])[] = [...byFirstWord.values()]
  .flat()
  .map(({ words }) => words);

export function brandsIn(words: readonly string[]): { at: number; name: BrandName }[] {
  const found: { at: number; name: BrandName }[] = [];
  for (const [at, word] of words.entries()) {
    for (const name of byFirstWord.get(word) ?? []) {
      if (name.words.every((each, index) => words[at + index] === each)) found.push({ at, name });
    }
  }
  return found;
}

/** National suffixes, under which a brand may own its name. Excludes those sold worldwide. */
const nationalEnding =
  /^[^.]+\.(?:(?!ai|cc|cf|co|ga|gg|gq|io|ly|me|ml|pw|sh|su|tk|to|tv|ws)[a-z]{2}|(?:com?|org|net|gov|gob|gouv)\.[a-z]{2})$/;

/** @param registrable registered name, such as `paypal.com` for `mail.paypal.com` */
export function isGenuine(brand: Brand, registrable: string): boolean {
  if (brand.domains.has(registrable)) return true;
  const label = registrable.slice(0, registrable.indexOf('.'));
  const isNational = nationalEnding.test(registrable);
  if (isNational && brand.regional && label.includes('-')) {
    const words = label.split('-');
    return brand.labels.some((own) => words.includes(own)) && !words.some((word) => baitWords.has(word));
  }
  if (isNational && brand.labels.includes(label)) return true;
  return brand.offices.some((ending) => registrable.endsWith(ending));
}

export function findBrand(registrable: string): Brand | null {
  const label = registrable.slice(0, registrable.indexOf('.'));
  const candidates = byLabel.get(label) ?? [];
  return (
    candidates.find((brand) => isGenuine(brand, registrable)) ??
    regionalBrands.find((brand) => isGenuine(brand, registrable)) ??
    null
  );
}
