import type { ConceptPhrases } from '../concept.ts';

export const finnish: ConceptPhrases = {
  signIn: `kirjaudu*/kirjautu*/sisäänkirjaut* + tili/tilille*/tiliisi/tiliinne/tilisi/verkkopank*
    kirjaudu*/kirjautu*/sisäänkirjaut* + palvelu*/sähköposti*/portaali*/asiakasti*/profiili*/omavero*
    salasana*/käyttäjätunnu*/pankkitunnu*/verkkopankkitunnu* + anna/syötä/kirjoita/vanhen*/säilytä/vaihda/palauta/nollaa
    sähköpostinne salasana*/sähköpostisi salasana*/sähköpostin salasana* + syöt*/anta*/kirjo*`,
  confirmIdentity: `vahvista*/todenna/varmenna/varmista/tarkista/tunnistaudu* + tilisi/tilinne/tilin/henkilöllisyy*/tietosi
    vahvista*/todenna/varmenna/varmista/tarkista/tunnistaudu* + tietonne/tietojasi/tiedot/profiilisi
    päivitä/päivittä*/päivityst* + tietosi/tietonne/asiakastiedot/asiakastieto*/henkilötiedot/tilitie*/yhteystietosi
    passi*/henkilökort*/ajokort*/henkilötodistu* + lataa/lähetä/kuva/kopio*/liitä
    tunne asiakkaasi/asiakkaan tunteminen/asiakkaan tuntemistie*`,
  giveBankData: `korttinumero*/kortin numero*/korttitie*/kortin tie* + anna/syötä/täytä/päivitä*/vahvista*/ilmoita/lähetä
    tilinumero*/pankkitie*/pankkitunnu* + anna/syötä/täytä/päivitä*/vahvista*/ilmoita/lähetä
    maksutie*/maksutap*/laskutustie*/luottokort*/pankkikort*/cvv/cvc + anna/syötä/täytä/päivitä*/vahvista*/ilmoita/vanhen*/lisää
    kort* + hylät*/ei onnistunut/epäonnist* + uudelleen/syöt*/päivit*/anna
    kortin numero*/korttinumero* + voimassa*/cvv/cvc/kolme numero*/turvakood*
    henkilötunnu*/henkilökort*/selfie/passi* + tilinumero*/korttinumero*/kortin numero*/pankkitunnu* + lähet*/täyt*/syöt*/ilmoit*`,
  changedBankDetails: `uusi/uudet/uuden/uudelle/muuttun*/vaihtun*/päivitety* + tilinumero*/pankkitie*/pankkitili*/pankkiyhtey*
    uusi/uudet/uuden/uudelle/muuttun*/vaihtun*/päivitety* + iban/maksutie*/tilitie*
    tulevat/kaikki/avoimet/seuraavat + maksut/suoritukset/maksusuorituk* + tilille/tili/iban/tilinumero*
    vanha tili/vanha tilimme/vanha tilinumero/pankkitilimme/tilimme + ei ole/suljettu/ei enää/tilintarkast*/poistettu
    vaihta*/vaihda*/päivit*/muut* + tilinumero*/uusi tili/uudelle tilille/pankkia/pankkiyhte*`,
  payrollChange: `palkka/palkan*/palkkan*/palkkati*/palkkalaskel* + tilinumero*/uusi tili/uudelle tilille/vaihta*
    palkka/palkan*/palkkan*/palkkati*/palkkalaskel* + muutta*/muutos/päivitt*/pankkitili*`,
  giftCards: `lahjakort*/google play/itunes/steam/paysafe* + osta*/hanki*/hankki*/koodi*/kuva*/raaput*/korvaa*`,
  payInvoice: `lasku/laskun/laskut/laskusi/laskunne/maksu/maksun/saatava*/erä/summa + erääntyn*/maksamatta/avoinna/avoin
    lasku/laskun/laskut/laskusi/laskunne/maksu/maksun/saatava*/erä/summa + myöhässä/maksaka*/suorita*/eräpäiv*
    tilisiirto*/siirrä/maksa/maksaa/maksettava + heti/tänään/kiireelli*/välittömästi/toimittaj*/kiireesti
    maksumuistutus/maksukehotus/maksuvaatimus/perintäkirje
    katkai*/katkaista*/sähkönjakelu* + sähkö*/liittym*/lasku* + maks*/erääntyn*
    maksa/maksakaa/hoida/siirrä/hoitamaan + tänään/heti/kiireelli*/ennen + lasku*/maksu*/tilisiir*`,
  scanCode: `skannaa*/lue + qr*/koodi*/puhelim*/kamera*
    qr koodi*`,
  grantAccess: `myönnä/anna/salli*/hyväksy*/valtuuta + käyttöoikeu*/pääsy/käyttölup*/sovellu*/oikeudet
    asenna*/lataa/käynnistä + anydesk/teamviewer/etähallin*/etäyhtey*/etätu*/laajennu*
    yhdistä/liitä + google tili*/microsoft tili*/sähköpostitil*
    suostumu*/hyväksy*/salli* + sovellu*/lukuoikeu*/puolestasi/puolestanne/sähköpostin lukem*`,
  openFile: `avaa/avata/lataa/ladata/katso/tarkastele/lue/tarkista + asiakirja*/tiedosto*/liite/liitteen*/liitettä
    avaa/avata/lataa/ladata/katso/tarkastele/lue/tarkista + pdf/sopimu*/dokumentt*/faksi*/ääniviesti*
    jaettu/jakanut/jaettiin/jakoi + asiakirja*/tiedosto*/kansio*/dokumentt*
    liitteenä/ohessa/oheinen/liitteessä + lasku*/sopimu*/tarjous/tilaus*/asiakirja*/kuitti
    ota käyttöön/salli + makrot/muokkaus/sisältö
    tiedosto*/asiakirj* + suojat*/latautuu/avatkaa/avaa/avata/ladatkaa + salasana*/osoitteesta/näytä/tietokone*
    liitteenä/oheis*/liitetiedosto* + luonno*/allekirjoit*/tilinpäätö*/tarjou*/lasku*/sopimu*
    zip/purkakaa/pura/exe + salasana*/tiedosto*/käynnist*
    tarjouspyyn*/sopimu*/lasku*/asiakirj* + sähköpostin salasana*/sähköpostisi salasana* + avaa/avatkaa/avata/lataa/ladatkaa/kirjaudu*`,
  callNumber: `soita*/soittakaa/soittamalla/ota yhteyttä puhelimitse + heti/numero*/välittömästi/peruut*/asiakaspalvel*/tukinumero*/hyvity*
    et ole tehnyt/ette ole tehneet/et tehnyt/et tilannut/et tunnista + soita*/soittakaa
    soittakaa/soita/ota yhteyttä numeroon + virhe*/estä*/lukit*/asiantunt*/peruut*`,
  walletPhrase: `palautuslause*/siemenlause*/palautusfraasi*/seed lause*/seed phrase/salainen lause/yksityinen avain/yksityisen avaimen/12 sanaa
    24 sanaa/12 sanan/24 sanan
    lompakko*/lompako*/kryptolompak* + yhdistä*/synkronoi*/vahvista*/varmenna*/siirrä*/palauta*/krypto*
    airdrop*/token* + lunasta*/lompak*`,
  smallFee: `sakko*/sakon/tulli*/tietull*/pysäköintivirhe*/pysäköintimaksu*/maksuvirhe* + maksa*/maksu*/suorita*/erääntyn*
    toimitusmaksu*/käsittelymaksu*/lähetysmaksu*/pieni maksu/pienen maksun/postimaksu*/lisämaksu* + maksa*/suorita*/paket*/lähety*
    tuontimaksu*/tullimaks*/tietullit/pysäköintivirhe*/sako* + kortilla/suoritet*/viivästy*/maksamat*
    takuumaksu*/rekisteröintimaksu*/vakuusmaksu*/uusimismaksu*/aktivointimaksu* + kort*/työsuhteen/ennen aloit*/ajokort*/maksakaa/suorita*`,
  renewMailbox: `postilaatik*/sähköposti*/tallennustil*/kiintiö*/pilvi* + täynnä/täyt*/ylitty*/ylittän*/raja*
    postilaatik*/sähköposti*/tallennustil*/kiintiö*/pilvi* + deaktivoi*/vanhen*/jäädyt*/suljetaan/poistetaan
    viestit/viestejä/viestiä/sähköpostit + pidätet*/karanteeni*/toimittamat*/odotta*/estetty
    tilaukse*/tilaus/jäsenyy*/verkkotunnu*/lisenssi*/virustorjun*/webhotel* + vanhen*/uusi/uusim*/päätty*/umpeutu*/keskeyt*
    säilytä/pidä + nykyinen salasana/sama salasana/nykyisen salasanan/saman salasanan
    postilaatik*/sähköpost* + täynnä/vanhenee/suljetaan/poistetaan/uusi*/päivitä*`,
  claimPrize: `voitit/voittanut/voittaja*/onneksi olkoon/onnittel*/valittu/arvottu + palkin*/lahja*/iphone/arvonta/arvonnas*/lotto*/kysely*
    lunasta*/nouda/hae/vastaanota/oikeutettu + palkin*/palautu*/veronpalautu*/hyvity*/korvaus*/korvauks*/bonus*/avustu*
    perintö*/perinnö*/perillin*/edesmenn*/vainaj*/miljoon* + dollari*/euro*/pank*/rahasto*/omai*
    voitto*/palkinto* + käsittelymaks*/vero* + maks*/siirr*
    pisteet/pistee* + vanhene*/umpeutu* + lunas*/vaihda`,
  rescheduleParcel: `paketti*/paketin*/lähety*/toimitu*/kuriiri* + epäonnistu*/ei voitu/ei onnistunut/ei pystyt*
    paketti*/paketin*/lähety*/toimitu*/kuriiri* + pidätet*/puutteelli*/virheelli*/pysäytet*
    paketti*/paketin*/lähety*/toimitu* + vahvista osoite*/päivitä osoite*/osoitetie*/uusi toimitusaika/uudelleen*/odottaa/palautet*/sovi uusi`,
  replyPrivately: `oletko paikalla/oletko toimistolla/oletko tavoitettavissa/onko sinulla hetki + vasta*/sähköposti*/palaveri*/kiire*/tehtäv*/apua*
    onko hetki aikaa/ehditkö/oletko vapaana + vasta*/sähköposti*/palaveri*/kiire*/tehtäv*/apua*
    luottamukselli*/hienotuntei*/meidän kesken/kenellekään/salassa + vasta*/älä soita/yrityskaup*/tehtäv*
    lähetä/anna/laita/kerro + puhelinnumerosi/numerosi/kännykkänumero*/whatsapp
    vastaa/kirjoita/ota yhteyttä + henkilökohtaiseen sähköpostiin/yksityiseen sähköpostiin/henkilökohtaiseen osoitte*/whatsapp*
    varastettiin/ryöstettiin/hukkasin/kadotin + puhelim*/lompako*/lauku*/passi* + auta*/laina*/lähet*/euro*
    älä kerro kenellekään/älkää kertoko/kahden kesken/vastaa vain/vastatkaa vain/pitämään asian salassa/yksityiseen osoitteeseen`,
  firstContact: `törmäsin/löysin/huomasin/näin/tutustuin/selasin/katselin + yrityksenne/yrityksesi/yritykseesi/yritykseenne/verkkosivu*
    törmäsin/löysin/huomasin/näin/tutustuin/selasin/katselin + kotisivu*/profiili*/verkkokaup*/sivusto*
    nimeni on/olen yrityksen/edustan/otan yhteyttä/lähestyn/olemme yritys + yrity*/toimisto*/yhteisty*/tarjo*/perustaja*/asian tiimoilta
    oikea henkilö/oikean henkilön/oikealle henkilölle/kuka teillä vastaa/kuka vastaa/kenen kanssa/kenen puoleen
    katsoin/luin/seurasin/kävin/vilkaisin/huomasimme/näimme/löysimme + yrity*/sivu*/teidän/firma*/kotisivu*
    jos et ole/jos ette ole/jos tämä ei kuulu + oikea/kenelle/välit*/kuka/kenen
    etsimme/etsin/haemme + uusia kumppan*/yhteistyökumppan*/kumppaneita/uusia asiakkaita suomesta
    en häiritse enempää/en kirjoita enää/riittää vastaus/riittää että vastaat/vastaa vain ei/jos ei ole ajankohtai*
    olemme/olen + kehittäjän tiimi/hengen tiimi/hengen yritys/mainostoimisto/tilitoimisto/ohjelmistotalo/valmistaja
    löysin/löysimme/bongasin + yrityk*/teidät/yhteystie*/verkkokaup*/ilmoituk* + googlesta/netistä/kartalta/linkedinistä/rekisteristä/hakemistosta
    huomasin/huomasimme/panin merkille/näimme + haette/etsitte/rekrytoitte/laajennatte/avasitte/käytätte/mainostatte
    kuka teillä/kuka yrityksessänne/kenelle teillä/kenen kanssa teillä/vastuuhenkilö*/päättäjäl* + vastaa/päättää/hoitaa/jutella/puhua/välittää/ohjata`,
  askMeeting: `lyhy*/15 minuut*/20 minuut*/10 minuut*/30 minuut* + puhelu*/tapaami*/palaveri*/keskustel*/juttel*/esitte*/demo*/teams*
    15 min/20 min/vartti*/vartin + puhelu*/tapaami*/palaveri*/keskustel*/juttel*/esitte*/demo*/teams*
    tapaami*/palaveri*/puhelu*/soittoaik*/jutella/keskustella + ensi viikolla/tällä viikolla/huomenna/tiistai*/torstai*
    tapaami*/palaveri*/puhelu*/soittoaik*/jutella/keskustella + sopisiko/sopii/kalenteri*/kiinnosta*
    milloin/koska/mikä aika + sopisi/sopii/voisin soittaa/voimmeko jutella/ehtisit/ehtisitte
    15 min/20 min/15 minuuttia/20 minuuttia/puoli tuntia/vartti + viikolla/tiistai*/keskiviik*/torstai*/perjantai*/maanantai*
    kalenterini/kalenteristani/calendly/olisiko sinulla hetki/olisiko teillä hetki/löytyisikö aikaa/ehtisittekö
    voinko/voisinko/saanko/saisinko/ehdin/voin + soittaa/soitella/esitellä/näyttää/piipahtaa + huomenna/viikolla/aamupäiv*/iltapäiv*/tiistai*/torstai*`,
  introduceService: `autamme/autan/olemme auttaneet/tarjoamme + yrityks*/brändej*/asiakka*/asiakas*/myynti*/myynnin/liidej*/seo/kasvua
    olemme erikoistuneet/toimistomme/tiimimme + yrityks*/brändej*/asiakka*/asiakas*/myynti*/myynnin/liidej*/seo/kasvua
    kasvatta*/kaksinkertaista*/lisätä/vähentä*/säästä*/tehosta* + myynti*/liikevaihto*/kustannu*/kävijä*/liidi*/konversio*
    ilmai*/maksuton/maksuttom*/ilman sitoumu* + kartoitu*/auditoin*/analyysi*/konsultaatio*/konsultoin*
    rakennamme/kehitämme/toteutamme/teemme/suunnittelemme/valmistamme + yrityksille/verkkosivu*/verkkokaup*/sovellu*/ohjelmisto*/botte*
    kehittäj*/koodar*/ohjelmisto*/tilitoimisto*/kirjanpito* + alkaen/tuntihin*/kokeilu*/ulkoist*/projekt*
    onko teillä/onko sinulla/tarvitsetteko/tarvitsetko + projekt*/kehittäj*/käsiä/apua/liidej*/asiakkaita
    voin lähettää/lähetän mielelläni/voimme lähettää + ansioluettel*/tarjouk*/referens*/esitte*/hinnast*
    sivustonne/sivustosi/verkkosivunne/kotisivunne + menettä*/hidas/google*/virhe*/sijoit*/näkyvyy*
    maksat vain/maksatte vain/tulospalkkio*/ensimmäinen kuukausi ilmaiseksi/takaamme/takuulla + tulok*/tapaami*/liidi*/kuukau*
    valmistaja*/tehdas/tehtaamme/tukkuri*/toimittaja*/painotalo* + hinnasto*/katalogi*/näyte*/tukkuhin*/tarjo*/yhteisty*
    jos teillä on tarvetta/mikäli tarvitsette/jos kiinnostuitte/mikäli kiinnostuitte + tarjou*/vasta*/hinta*/lähet*/soit*
    buukkaamme/hankimme/tuomme/autoimme + tapaami*/liidej*/asiakkai*/yritys*
    asiakkaamme/asiakkaan/yritys + samankalta*/samankokoi*/vastaavan/teidän alal*/alaltanne/kaltaise* + säästi*/laski/kasvatti*/pienensi*
    hinta/tuntihinta/tuntiveloit*/kustannu* + tunnilta/per tunti/tuntia kohti/henkilöltä + kehittäj*/tiimin/työntekij*/siivouksen/osaaj*/kirjanpidon
    palkkio/laskutamme/maksatte/maksat + vasta kun/vain tuloksista/vain onnistu*/onnistumisesta/jos henkilö*
    tein/laadin/kuvasin/valmistelin/nauhoitin + analyysi*/kartoituk*/luonnok*/videon/ehdotuk*/demon + teille/sivu*/yrityk*`,
  followUp: `palaan asiaan/palaan vielä/palaisin/muistuttelen/kyselen vielä/nostan tämän/nostan viestin/palaan aiempaan
    edellinen/edellisen/edelliseen/aiempi/aiempaan/viime/viimeisin + viesti*/sähköposti*/meili* + ehdit*/ehtinyt/vasta*/kuul*/katso*/palaan
    en ole kuullut sinusta/en ole kuullut teistä/ehditkö katsoa/ehdittekö katsoa
    kirjoitin/laitoin viestiä/lähetin/olin yhteydessä + viime viikolla/aiemmin/viikko sitten/hiljattain/muutama päivä
    en saanut vastausta/ei ole tullut vastausta/vieläkö ajankohtainen/ehditkö nähdä/näittekö viestini/viimeinen viestini`,
  sellList: `sähköpostilist*/yhteystietolist*/osallistujalist*/yritysrekister* + osta*/hinta*/hinnat/tarjo*/myy*/näyte*
    kontaktilist*/osoitelist*/päättäjien yhteystiedot + osta*/hinta*/hinnat/tarjo*/myy*/näyte*
    000/tuhatta + yhteystie*/osoite*/sähköposti*/kontakti* + yrity*/päättäj*/toimitusjohtaj*/hin*
    myydään/ostettavissa/myymme + rekisteri*/yhteystie*/kontakt*/sähköpostiosoit*`,
  exchangeLinks: `linkkivaih*/linkinvaih*/vieraskynä*/vierasartikkel*/paluulink*/takalink*/dofollow/sponsoroitu artikkeli/sponsoroidun artikkelin
    linkkien vaihto
    julkais*/lisätä/sijoitta* + linkin sivu*/artikkelin sivustollanne/linkillä
    paljonko maksaa/mitä maksaa/hinnasto + artikkel*/julkais*/linki*
    julkaista/julkaisisitteko/sijoittaa + artikkeli*/teksti* + blogissanne/sivustollanne/sivuillanne/blogissasi`,
  recruit: `työpaik*/tehtävä*/rooli*/avoin paikka/työtarjou*/rekrytoi* + profiilisi/kokemuksesi/taustasi/asiakkaani
    työpaik*/tehtävä*/rooli*/avoin paikka/työtarjou*/rekrytoi* + ansioluettel*/kiinnosta*/hakija*/etätyö*
    rekrytoija/headhunter*/suorahaku*/etsin/haen + profiili*/linkedin*/tehtävään/rooliin/palk*
    meillä on/meiltä löytyy/välitämme + hitsaaj*/luokkahitsaaj*/kuljettaj*/ehdokas*/ehdokkait*/työntekij* + vapaina/vapaana/valmiina/heti/aloitta*
    lähetänkö/lähetämmekö/voinko lähettää/esittelenkö + profiili*/cv/ansioluettel*/ehdokka*/hakija*`,
  authority: `verohallin*/verottaja*/omavero/tullilaitos/suomen tulli/poliisi/poliisin/ministeriö*/käräjäoikeu*/kela/kansaneläkelaitos*/ulosot*
    suomi fi/maistraat*/digi ja väestötietovirasto*/traficom*/liikennevirast*/kaupungin pysäköinnin*/syyttäjä*`,
  bank: `verkkopankki/verkkopankin/pankkinne/pankkisi/pankin turvallisuus*/pankin asiakaspalvel*/korttipalvel*/osuuspank*/säästöpank*/mobiilipank*`,
  carrier: `kuriiripalvel*/postipalvel*/pakettipalvel*/toimituspalvel*/kuljetusliik*/kuljetusyhtiö*/postin asiakaspalvel*/noutopist*
    pakettiautomaat*`,
  insurer: `sairausvakuutu*/vakuutusyhtiö*/terveysvakuutu*/kela kort*/kelan asiakaspalvel*`,
  provider: `operaattorisi/operaattorinne/palveluntarjoaja*/sähköyhtiö*/laskutusosast*/suoratoistopalvel*/teleoperaattor*/energiayhtiö*`,
  exchange: `kryptopörssi*/kryptovaluuttapörssi*/lompakkotuki/lompakkotuen/kaupankäyntialust*/sijoitusalust*`,
  itDesk: `it osast*/it tuki/it tuen/it tukipalvel*/tietohallin*/järjestelmänvalvoj*/ylläpitäjä/sähköpostin ylläpi*/helpdesk/atk tuki/tekninen tuki
    mikrotuki`,
  staffOffice: `henkilöstöosast*/henkilöstöhallin*/hr osast*/hr tiimi*/palkkahallin*/palkanlasken*/palkkaosast*/henkilöstöpäällik*`,
  boss: `toimitusjohtaja*/talousjohtaja*/hallituksen puheenjohtaja*/konsernijohtaja*/esimiehesi/varatoimitusjohtaja*`,
  deadline: `tunnin kuluessa/tunnin sisällä/tunnin aikana/päivän kuluessa/vuorokauden kuluessa/vuorokauden sisällä/päivän sisällä/välittömästi
    viipymättä/mahdollisimman pian/vielä tänään/viimeistään/huomiseen mennessä/klo 16 mennessä/ennen klo/määräaika umpeutuu/kahden arkipäivän
    viimeinen muistutus/viimeinen varoitus/viimeinen kehotus/vanhenee tänään/päättyy tänään/keskiyöhön mennessä/tänään mennessä/heti paikalla`,
  threat: `tili/tilisi/tilinne/pääsy/kortti*/sähköposti*/palvelu*/profiili* + lukit*/jäädyt*/suljet*/suljem*/rajoitet*
    tili/tilisi/tilinne/pääsy/kortti*/sähköposti*/palvelu*/profiili* + poistet*/estet*/deaktivoi*/keskeyt*
    oikeustoim*/perintään/ulosotto*/viivästyskor*/rikosilmoitu*/menetät pääsyn
    epätavalli*/epäilyttäv*/luvaton/luvattom*/tuntemat* + toimin*/kirjautu*/tapahtum*/laite*/laittee*/maksu*
    muuten/muutoin/maksamatta jättä*/mikäli ette + palautetaan/poistetaan/suljetaan/katkaistaan/perintä*`,
  warning: `emme koskaan kysy/ei koskaan kysy/emme koskaan pyydä/ei koskaan pyydä/älä koskaan/älä klikkaa/älä anna tunnu*/älä luovuta
    tietojenkalastelu*/kalasteluviest*/huijaus*/huijauks*/huijari*/varo huija*/valeviest*`,
  subscribed: `saat tämän viestin/saat tämän sähköpostin/olet tilannut/olet rekisteröitynyt/olet liittynyt/tilasit uutiskir*/asiakkaanamme/jäsenenä
    jäsenillemme/asiakkaillemme/ostoksesi
    tilauksesi/tilauksenne/varauksesi/varauksenne/kiitos tilauksesta/kiitos tilauksestasi/kiitos ostoksesta*/kiitos rekisteröitymisestä/pyynnöstäsi
    olet asiakkaamme/olette asiakkaamme/olet jäsen/hyvä jäsen/hyvät jäsenet/jäsenyytesi/kokeilujaksosi/kuten sovimme/pyysit tarjou*/tarjouspyyntösi`,
};
