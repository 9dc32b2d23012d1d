import type { ConceptPhrases } from '../concept.ts';

/** Czech, with Slovak forms where they differ. */
export const czech: ConceptPhrases = {
  signIn: `přihlas*/přihlás*/přihláš*/prihlás* + účet/účtu/schránk*/bankovnictv*/bankovníctv*/portál*/profil*/webmail*/e mail*
    zadejte/zadajte/zadej/vyplňte/zachovat/ponechat/obnovte/změňte/zmeňte/vyprší/vypršelo/vypršalo + heslo/hesla/přihlašovací/prihlasovacie`,
  confirmIdentity: `ověřte/ověři*/ověřen*/overte/overiť/overenie/potvrď*/potvrdit/potvrdiť/potvrzen*/potvrden* + účet/účtu/totožnos*/identit*
    ověřte/ověři*/ověřen*/overte/overiť/overenie/potvrď*/potvrdit/potvrdiť/potvrzen*/potvrden* + vaše údaje/osobní údaje/osobné údaje/vlastnictv*
    aktualiz*/doplňte/doplnit + vaše údaje/své údaje/svoje údaje/osobní údaje/osobné údaje/osobných údajov/osobních údajů/kontaktní údaje
    občansk*/pas/pasu/dokladu totožnosti/doklad totožnosti + nahra*/zašl*/pošl*/kopi*/fotografi*/foto
    kartička/kartičky/průkaz/kart*/preukaz* + pozbude/pozbývá/končí platnost/skončí platnost/platnost končí + rodné číslo/formulář/žádost/obnov*`,
  giveBankData: `číslo karty/údaje o kartě/údaje karty/platební údaje + zadejte/zadajte/zadat/vyplň*/aktualiz*/potvrď*/uveď*
    platobné údaje/bankovní údaje/bankové údaje + zadejte/zadajte/zadat/vyplň*/aktualiz*/potvrď*/uveď*
    číslo účtu/iban/cvv/platební karty + zadejte/zadajte/vyplň*/aktualiz*/ověřte/ověři*/ověřen*/overte/overiť/overenie/uveď*
    platobnej karty/způsob platby/spôsob platby/fakturační údaje + zadejte/zadajte/vyplň*/aktualiz*/ověřte/ověři*
    platobnej karty/způsob platby/spôsob platby/fakturační údaje + ověřen*/overte/overiť/overenie/uveď*
    kart* + odmítnut*/zamítnut*/neprošla/neprošl*/nepodařilo + zadejte/zadat/znovu/aktualiz*
    číslo karty/číslo, platnost/platnost karty + cvv/cvc/platnost*/tři číslice/3 číslice/na zadní straně
    rodné číslo/foto dokladu/kopie občanského/kopii občanského/sken dokladu + číslo účtu/číslo karty/selfie/bankovní* + zašl*/pošl*/zadejte/vyplň*`,
  changedBankDetails: `nov*/změn*/zmen*/jin*/iné + bankovní údaje/bankové údaje/bankovní účet/bankový účet/bankovního účtu
    nov*/změn*/zmen*/jin*/iné + bankového účtu/číslo účtu/čísla účtu/bankovní spojení
    budoucí/budúce/nadcházející/všechny/všetky/příští/neuhrazené/ďalšie + platby/úhrady + účet/účtu/iban
    účet/účtu + již není platný/už nie je platný/zrušen/zrušený/uzavřen/probíhá audit/nepoužív*`,
  payrollChange: `mzd*/výplat*/plat/platu/platov* + změn*/zmen*/nový účet/číslo účtu/bankovní účet/bankový účet/aktualiz*/bankovní údaje`,
  giftCards: `dárkové karty/dárkových karet/dárkové poukazy + koup*/kúp*/nakoup*/kód*/fot*/seškráb*/proplat*
    darčekové karty/darčekových kariet/darčekové poukážky + koup*/kúp*/nakoup*/kód*/fot*/seškráb*/proplat*
    google play/itunes/steam/paysafe* + koup*/kúp*/nakoup*/kód*/kupón*`,
  payInvoice: `faktur*/faktúr*/platb*/částk*/dlužn*/dlžn*/pohledávk*/pohľadávk* + po splatnosti/neuhrazen*/neuhraden*/nezaplacen*
    faktur*/faktúr*/platb*/částk*/dlužn*/dlžn*/pohledávk*/pohľadávk* + nezaplaten*/uhraďte/uhradit/uhradiť
    platb*/převod*/prevod*/převe*/úhrad* + dnes/urgentn*/naléhav*/okamžit*/ihned/ihneď/dodavatel*/dodávateľ*
    upomínka/upomienka/výzva k úhradě/výzva na úhradu/předžalobní výzva
    nedoplat*/dluh/dluhu/dlužíte + uhra*/zaplat*/kartou/evidujeme/odpoj*
    odpojen*/odpoj*/odstáv* + elektř*/elektroměr*/plyn*/odběrn*/energi*/služb*
    zaplať/zaplatit/proplať/proplatit/odešlete platbu/pošlete platbu + dnes/ještě dnes/hned/do poledne/do večera`,
  scanCode: `naskenuj*/naskenov*/skenuj*/načtěte/načítajte/oskenuj* + kód/qr/telefon*/mobil*/fotoaparát*
    qr kód/qr kódu/qr kódem/qr kódom`,
  grantAccess: `povol*/udělte/udělit/udeľte/schval*/schváľ*/autorizuj* + přístup*/prístup*/oprávněn*/oprávnen*/aplikac*/aplikác*
    nainstaluj*/nainštaluj*/stáhněte/stiahnite/spusťte + anydesk/teamviewer/vzdálen*/vzdialen*/rozšíření
    propojte/prepojte/připojte/pripojte + účet google/účet microsoft/svůj účet/svoj účet
    souhlas*/udělit souhlas/povolení + čten*/odesílán*/jménem/aplikac*/schránk*/přijmout
    aplikac*/doplněk/rozšíření + oprávněn*/přístup k poště/číst/vaším jménem/přijmout/povolit`,
  openFile: `otevř*/otvor*/stáhn*/stiahn*/zobraz*/prohlédn*/prezri* + dokument*/soubor*/súbor*/příloh*/príloh*/pdf/smlouv*/zmluv*/hlasov*
    sdílel*/sdílen*/zdieľa* + dokument*/soubor*/súbor*/složk*/priečin*
    povolit/povolte/povoľte + makra/úpravy/obsah
    v příloze/v prílohe + faktur*/faktúr*/smlouv*/zmluv*/objednávk*/dokument*
    rozbalte/rozbalit/archiv*/zip/exe + spusť*/heslo/soubor*/podklad*
    naleznete/najdete/doručuj*/zasíláme/posílám + v archivu/v přiloženém/v souboru/v přiložen*/zip`,
  callNumber: `zavolejte/zavolajte/volejte/volajte/zatelefon* + ihned/ihneď/okamžit*/čísl*/linku/zruš*/vrácen*/vráten*/podpor*
    neprovedl*/nevykonal*/neautorizoval*/neobjednal* + zavolejte/zavolajte/volejte/volajte/kontaktujte
    volejte/zavolejte/kontaktujte nás na + omyl*/zablok*/odblok*/operátor*/technik*`,
  walletPhrase: `seed fráze/seed frázi/fráze pro obnovení/frázi pro obnovení/frázu na obnovenie/obnovovací frázi/obnovovacia fráza
    soukromý klíč/privátní klíč/súkromný kľúč/privátny kľúč/12 slov/24 slov/dvanáct slov
    peněženk*/peňaženk* + připoj*/pripoj*/synchroniz*/ověřte/ověři*/ověřen*/overte/overiť/overenie/migrac*/obnov*/krypto*
    airdrop*/token* + získ*/vyzvedn*/peněženk*/peňaženk*
    v bitcoinech/bitcoinů/bitcoiny/btc/usdt + pošlete/zaplať*/zaplatit/převeďte/pošlite + peněženk*/peňaženk*/adresu`,
  smallFee: `pokut*/clo/cla/celn*/coln*/mýt*/dálničn*/diaľničn*/parkovn* + zaplať*/zaplat*/uhraď*/uhrad*/nezaplacen*/poplat*/doplat*
    poplatek/poplatku/poplatok/doplatek/doplatok + doručen*/zásilk*/zásielk*/balík*/dopravn*
    malý/drobný/nízký + poplatek/poplatok + uhraď*/zaplať*
    přestup*/mýtn*/dálnic*/parkován* + nedoplat*/exekuc*/dluž*/navýš*/kartou
    kauc*/registrační poplatek/vstupní poplatek/poplatek za vydání/poplatek za obnov*/poplatek za školení + kart*/nástupem do práce/brigádu/průkazu`,
  renewMailbox: `schránk*/úložišt*/kapacit*/kvót* + pln*/zaplněn*/překročen*/prekročen*/limit*/deaktiv*/vyprš*/zablok*/pozastav*
    zprávy/zpráv/správy/e maily + pozdržen*/pozdržan*/karantén*/nedoručen*/zadržen*/zadržan*/čekají
    předplatn*/predplatn*/domén*/hosting*/licenc*/antivir* + vyprš*/obnov*/prodluž*/prodlouž*/predĺž*/pozastav*/končí`,
  claimPrize: `vyhrál*/vyhrali*/výherc*/vylosován* + výhr*/odměn*/odmen*/cen*/dárek/darček/iphone/soutěž*/súťaž*/poukaz*
    vyžrebova*/gratul*/vybrán*/vybran* + výhr*/odměn*/odmen*/cen*/dárek/darček/iphone/soutěž*/súťaž*/poukaz*
    vyzvedn*/vyzdvih*/převezm*/prevezm*/nárok/vrácení/vrátenie/přeplat*/preplat* + výhr*/odměn*/odmen*/peněz/peňazí/daň*/daně/daní/prostředk*/refund*
    dědictv*/dedičstv*/zesnul*/zosnul*/milion*/milión* + dolar*/dolár*/eur/bank*/fond*/příbuzn*/príbuzn*
    poplatek/daň/náklady + výhr*/cen*/odměn* + uhra*/zaplat*/pošl*
    body/bodů + propadn*/vyprš*/končí + vyměň*/vyzvedn*/uplatn*`,
  rescheduleParcel: `zásilk*/zásielk*/balík*/doručen*/kurýr*/kuriér* + nepodařilo/nepodarilo/nelze doručit/nemohl*/pozastav*
    zásilk*/zásielk*/balík*/doručen*/kurýr*/kuriér* + zadržen*/zadržan*/neúpln*/nesprávn*
    zásilk*/zásielk*/balík* + potvrďte adresu/aktualizujte/nový termín/opětovn*/opätovn*/čeká/čaká/vrácen*/vráten*/přeplánov*`,
  replyPrivately: `jste v kanceláři/jsi v kanceláři/máte chvilku/máš chvilku + odpov*/schůzk*/napiš*/urgent*/úkol*/pomoc*
    máte čas/máš čas/si v kancelárii/jste k dispozici + odpov*/schůzk*/napiš*/urgent*/úkol*/pomoc*
    důvěrn*/dôvern*/diskrét*/mezi námi/medzi nami + odpov*/nevolej*/nevolaj*/nikomu/akvizic*/úkol*
    pošlete mi/pošli mi/pošlite mi/napište mi + číslo/telefonní číslo/telefónne číslo/whatsapp/mobil
    odpov*/napište/napíšte + soukromý e mail/soukromou adresu/súkromný e mail/osobní e mail/whatsapp
    ukradli/okradli/ztratil* + kabelk*/peněženk*/telefon*/pas/doklady + půjč*/pomoct/pomoci/pomoc/poslat/pošl*
    nikomu to neříkej/nikomu neříkej/nikomu o tom/jen mezi námi/piš mi jen na/odepiš jen na/pište pouze na`,
  firstContact: `narazil*/našel jsem/našla jsem/našiel som + firm*/společnos*/spoločnos*/web*/stránk*/profil*/e shop*
    našla som/všiml*/prohlížel*/objevil* + firm*/společnos*/spoločnos*/web*/stránk*/profil*/e shop*
    jmenuji se/volám sa/zastupuji/zastupujem/obracím se/obraciam sa/píši vám/píšem vám + společnos*/spoločnos*/firm*/nabíd*/ponuk*/spolupr*/agentur*
    správná osoba/správnou osobu/správna osoba/kdo má na starosti/kto má na starosti/kdo je zodpovědný/na koho se obrátit
    koukl*/koukal*/kouknul*/mrkl*/díval*/četl*/viděl*/sledujeme/sleduju + vaš*/váš/vás/na vaši/web*/firm*
    koukla jsem na/koukl jsem na/koukal jsem na/koukala jsem na/mrkl jsem na/dívala jsem se na/díval jsem se na/líbí, kam to
    pokud nejste/jestli nejste/pokud to nejste/jestli to nejsi/pokud nejsi + přepošl*/přeposlat/kontakt/komu/kdo/správn*
    dám pokoj/napsat ne/odepište ne/stačí odepsat/stačí odpovědět/už se neozvu/nebudu otravovat/teď není téma
    našel/našla/narazil*/dohledal* + vás/kontakt/vaši firmu/váš web/váš e shop + na internetu/na googlu/na mapách/v rejstříku/v katalogu/na linkedinu
    kdo u vás/kdo ve vaší/s kým u vás/na koho ve firmě/na koho se mám/odpovědnou osob* + na starost*/rozhod*/řeší/obrátit/mluvit/spojit/předat
    pokud vás to nezajímá/nemáte li zájem/pokud nemáte zájem/jestli nemáte zájem + napište/odepište/odpovězte/dejte vědět/ozývat/psát`,
  askMeeting: `krátk*/15 minut*/20 minut*/30 minut*/15 minút/20 minút/30 minút + hovor*/schůzk*/stretnut*/telefon*/call/prezentac*/demo
    hovor*/schůzk*/stretnut*/zavolat/zavolať + příští týden/budúci týždeň/tento týden/zítra/zajtra/úterý/utorok/hodil*/termín*/kalendář*
    20 minut/15 minut/10 minut/30 minut/půl hodiny/čtvrthodin* + úterý/středu/čtvrtek/pátek/pondělí/týden/týdnu/zítra
    rychlý call/krátký call/call/zoom/online schůzk* + úterý/středu/čtvrtek/pátek/týden/hodilo/máte čas
    můj kalendář/mém kalendáři/mého kalendáře/calendly/dal bys mi/dali byste mi/máte chvilku na/našli byste si
    kdy/v kolik/jaký termín + vám můžu zavolat/vám mohu zavolat/se vám hodí/by se vám hodil*/můžeme zavolat
    mohu/můžu/mohl bych/mohla bych/smím/môžem + zavolat/zavolať/ozvat se/ukázat/představit + zítra/zajtra/týden/týdnu/minut*/úterý/čtvrtek/dopoledne`,
  introduceService: `pomáháme/pomáhame/pomáhám/nabízíme + firm*/znač*/klient*/prodej*/predaj*/seo/návštěvn*
    ponúkame/specializujeme se/špecializujeme sa/naše agentura + firm*/znač*/klient*/prodej*/predaj*/seo/návštěvn*
    zvýši*/zdvojnás*/sníži*/zníži*/zvyš* + prodej*/predaj*/tržb*/obrat*/náklad*/návštěvn*/návštevn*/konver*
    zdarma/bezplatn*/nezávazn*/nezáväzn* + audit*/konzult*/kalkulac*/kalkulác*/analýz*
    stavíme/budujeme/tvoříme/vyvíjíme/dodáváme/vyrábíme/děláme + pro firmy/weby/e shopy/aplikace/chatbot*/ai/eshopy/za vás
    programátor*/vývojář*/účetní kancelář/outsourc*/agentura + sazb*/projekt*/spoluprác*/kč/nabíz*
    nabídku/portfolio/ceník/reference/kalkulaci + poslat/pošlu/zašleme/zaslat/představit
    zdvojnásob*/ztrojnásob*/zvýšil*/vyrostl* + pipeline/obrat*/tržb*/poptáv*/leadů/schůzek
    váš web/vaše stránky/vaše webové stránky + ztrácí/přichází o/pomal*/google/pozic*/chyb*
    platíte jen za/platba za výsledek/bez paušálu/první měsíc zdarma/první měsíc je zdarma/garantujeme/garance výsledk*
    výrobce/výrobcem/továrna/dodavatel/velkoobchod*/tiskárna + ceník*/katalog*/vzor*/velkoobchodní/nabíz*/spoluprác*/slev*
    pokud máte zájem/v případě zájmu/pokud potřebujete/máte li zájem + cenov*/nabídk*/kalkulac*/ozvěte/napište/odpov*/množství
    klient*/zákazník*/firm*/e shop* + podobné velikosti/podobnou firmu/podobné firmě/z vašeho oboru/ve vašem oboru + ušetř*/snížil*/zvýšil*/získal*
    cena/sazba/sazby/náklad* + za hodinu/na hodinu/hodinov*/za osobu + programátora/specialisty/pracovníka/úklid/účetní/operátora/brigádníka
    připravil jsem/připravila jsem/udělal jsem/udělala jsem/natočil jsem/natočila jsem + návrh/náhled/analýz*/audit/ukázku/video/rozbor + vám/vaš*`,
  followUp: `navazuji na/nadväzujem na/vracím se k/vraciam sa k/připomínám se/pripomínam sa/ozývám se znovu/ozývam sa znova
    předchozí/predchádzajúci/minulý/poslední/posledný + e mail/mail/zprávu/správu + odpov*/podívat/pozrieť/možnost/reag*
    psal jsem/psala jsem/posílal jsem/posílala jsem/ozval jsem/ozvala jsem/psali jsme + minul*/před týdnem/nedávno/už jednou/odpov*
    připomínám/stihl jste/stihla jste/četl jste můj/viděl jste můj/zatím bez odpovědi/nedostal jsem odpověď/nepřišla odpověď/naposledy píšu`,
  sellList: `databáze/databázi/databázu + firem/firiem/kontakt* + prod*/predá*/nabíz*/ponúk*/cen*/koup*/kúp*
    seznam kontaktů/zoznam kontaktov/e mailové adresy + firem/firiem/kontakt* + prod*/predá*/nabíz*/ponúk*/cen*/koup*/kúp*
    000/tisíc/tis + kontaktů/adres/e mailů/záznamů/firem + databáz*/firem/jednatel*/majitel*/cen*/kč
    prodám/na prodej/ke koupi + databáz*/seznam*/kontakty/e maily/leady`,
  exchangeLinks: `výměna odkazů/výměnu odkazů/výmena odkazov/výmenu odkazov/zpětný odkaz/zpětné odkazy/spätné odkazy/pr článek/pr článok/dofollow
    hostující článek
    umíst*/zveřejn*/zverejn* + odkaz na náš/sponzorovaný článek/naším odkazem/odkazem na/odkazom na
    zveřejnit/publikovat/umístit + článek/text/příspěvek + vašem webu/vašem blogu/vašich stránkách`,
  recruit: `pozic*/pozíci*/pracovní nabídk*/pracovná ponuka/nabídka práce/kandidát* + váš profil/vašeho profilu/vaše zkušenosti
    pozic*/pozíci*/pracovní nabídk*/pracovná ponuka/nabídka práce/kandidát* + vaše skúsenosti/můj klient/životopis*
    práce z domova/brigáda/přivýdělek/práca z domu + denně/týdně/výděl*/kč/bez zkušeností
    headhunter*/personalist*/hledáme/obsazuj* + váš profil/linkedin*/životopis*/zkušenosti/pozici pro
    máme/disponujeme + kandidáty/pracovníky/svářeče/zváračov/řidiče/dělníky/zedníky + volné/volných/k dispozici/nastoupit/ihned/připraven*`,
  authority: `finanční úřad/finančního úřadu/finančná správa/finanční správa/celní správa/celní úřad/colný úrad/ministerstvo/policie/polícia
    exekutor*
    soud/okresní soud/okresný súd/čssz/správa sociálního zabezpečení/sociálna poisťovňa/městský úřad/mestský úrad/portál občana/datové schránky`,
  bank: `internetové bankovnictví/internetového bankovnictví/internet banking/internetbanking/vaše banka/vaša banka/bezpečnostní oddělení banky
    bankovní identita`,
  carrier: `česká pošta/slovenská pošta/poštovní služba/přepravní služba/přepravní společnost/doručovací služba/doručovacia služba/kurýrní služba
    kuriérska služba/zákaznický servis zásilek/dopravce`,
  insurer: `zdravotní pojišťovna/zdravotná poisťovňa/pojišťovna/poisťovňa/zdravotní pojištění/zdravotné poistenie`,
  provider: `váš operátor/dodavatel energie/dodávateľ energie/poskytovatel služeb/poskytovateľ služieb/fakturační oddělení/fakturačné oddelenie
    zákaznická podpora`,
  exchange: `kryptoburza/kryptoměnová burza/kryptomenová burza/podpora peněženky/podpora peňaženky/obchodní platforma/obchodná platforma`,
  itDesk: `it oddělení/it oddelenie/oddělení it/it podpora/technická podpora/správce pošty/správce systému/správca systému/správca pošty/helpdesk
    správce sítě`,
  staffOffice: `personální oddělení/personálne oddelenie/mzdová účtárna/mzdové oddělení/mzdové oddelenie/hr oddělení/hr oddelenie/lidské zdroje
    ľudské zdroje`,
  boss: `generální ředitel/generálny riaditeľ/výkonný ředitel/výkonný riaditeľ/finanční ředitel/finančný riaditeľ/jednatel/konateľ
    předseda představenstva`,
  deadline: `do/během/počas/v průběhu + 24 hodin/48 hodin/72 hodin/24 hodín/48 hodín/24h/3 dnů/několika hodin/dvou dnů
    okamžitě/okamžite/neprodleně/bezodkladne/bezodkladně/co nejdříve/čo najskôr/do konce dne/do půlnoci/poslední výzva/posledná výzva
    poslední upozornění/ještě dnes/do zítřka/do zítra/dnes do/do večera/do poledne/nejpozději do/naposledy upozorňujeme`,
  threat: `účet/účtu/přístup/prístup/karta/schránka/profil/služb*/zásilk* + zablok*/pozastav*/omez*/obmedz*/zruš*
    účet/účtu/přístup/prístup/karta/schránka/profil/služb*/zásilk* + deaktiv*/smazán*/vymazan*/uzavřen*
    exekuc*/exekúc*/soudní řízení/súdne konanie/právní kroky/právne kroky/vymáhání/vymáhanie/penále/trvale ztratíte
    neobvykl*/podezřel*/podozriv*/neoprávněn*/neoprávnen* + aktivit*/přihlášen*/prihlásen*/transakc*/zařízení/zariaden*/platb*
    natočil*/kameř*/kamer*/nahrál* + kontaktům/rodině/rodiny/kolegům/přátelům + rozešlu/rozeslat/pošlu/zveřejním/bitcoinech`,
  warning: `nikdy po vás nechceme/nikdy nepožaduje*/nikdy nežádáme/nikdy nežiadame/nikdy od vás/nesdělujte/neposkytujte/neklikejte/neklikajte
    phishing*/podvodníci/podvodné e maily/podvodné maily/podvodné zprávy/podvodné správy
    pozor na/varujeme před/varujeme pred/chraňte se před + podvod*/falešn*/falošn*`,
  subscribed: `tento e mail jste obdrželi/tento e mail ste dostali/dostáváte tento/dostávate tento/přihlásili jste se k odběru
    prihlásili ste sa na odber/děkujeme za objednávku
    vaše objednávka/vaši objednávku/vaša objednávka/vaše rezervace/děkujeme za nákup/ďakujeme za nákup/děkujeme za registraci
    jako zákazník/ako zákazník/našim zákazníkům/našim zákazníkom/na vaši žádost/zaregistrovali jste se/zaregistrovali ste sa
    jste naším/jste členem/vážení členové/milí členové/vaše členství/jak jsme se domluvili/poptali jste/požádali jste o nabídku/ste naším`,
};
