import type { ConceptPhrases } from '../concept.ts';

export const hungarian: ConceptPhrases = {
  signIn: `jelentkezz*/bejelentkez*/lépjen be/lépj be/belép* + fiók*/postafiók*/netbank*/portál*/ügyfélkapu*/profil*/webmail*/felület*
    jelszó*/jelszav*/belépési adat* + adja meg/add meg/írja be/lejár*/megtart*/megőriz*/módosít*/visszaállít*/változtass*`,
  confirmIdentity: `erősítse meg/erősítsd meg/megerősít*/igazol* + fiók*/személyazonoss*/személyes adat*/adatok/adatai*/profil*
    ellenőriz*/hitelesít*/azonosít* + fiók*/személyazonoss*/személyes adat*/adatok/adatai*/profil*
    frissít*/aktualizál*/egyeztet*/pontosít* + adatait/adataid/személyes adatok/ügyféladat*/fiókadat*/elérhetőség*
    személyi igazolvány*/személyigazolvány*/személyi okmány*/útlevél*/útlevel* + tölts*/feltölt*/küldj*/másolat*/fotó*/fénykép*
    taj kártya*/egészségkártya*/igazolvány*/kártyája/ügyfélkapu* + érvényét veszti/lejár*/érvénytelen*/megszűnik + megújít*/igényl*/űrlap*/adja meg`,
  giveBankData: `kártyaszám*/kártyaadat*/bankkártya*/bankkártyá* + adja meg/add meg/megad*/frissít*/erősít*/írja be/küldj*
    bankszámlaszám*/banki adat*/számlaszám* + adja meg/add meg/megad*/frissít*/erősít*/írja be/küldj*
    fizetési adat*/fizetési mód*/számlázási adat*/cvc/cvv/iban/kártyája/kártyád + adja meg/add meg/megad*/frissít*/erősít*/lejár*/írja be
    kártyá* + elutasít*/sikertelen*/nem sikerült + újra/adja meg/add meg/frissít*
    kártyaszám*/kártya száma* + lejárat*/cvv/cvc/hátoldal*/három szám*
    taj szám*/személyi szám*/anyja nev*/igazolvány* + bankszámlaszám*/kártyaszám*/bankkárty*/szelfi* + adja meg/add meg/küldje/küldj*/tölts*/szükség*`,
  changedBankDetails: `új/megváltoz*/módosul*/változott/változás*/másik + bankszámla*/bankszámlá*/számlaszám*/banki adat*/iban
    jövőbeni/jövőbeli/további/esedékes/függőben lévő/következő + fizetés*/utalás*/kifizetés*/átutalás* + számla*/számlá*/iban
    régi/korábbi/bankszámlánk/számlánk + megszűnt/nem érvényes/audit*/már nem használ*/zárol*`,
  payrollChange: `fizetés*/bérszámf*/munkabér*/bérem*/bérkifizet* + számlaszám*/bankszámla*/bankszámlá*/módosít*/megváltoz*/új számla`,
  giftCards: `ajándékkárty*/ajándékutalvány*/google play/itunes/steam/paysafe* + vegy*/vásárol*/vásárl*/szerezz*/kód*/fotó*/lekapar*/kifizet*`,
  payInvoice: `számla*/számlá*/díj/díjat/tartozás*/összeg*/fizetési kötelezettség* + lejárt/kifizetetlen/kiegyenlít*/rendezetlen
    számla*/számlá*/díj/díjat/tartozás*/összeg*/fizetési kötelezettség* + elmaradt/hátralék*/rendezz*/esedékes
    utal*/átutal* + sürgős*/még ma/azonnal*/beszállító*/partner*/mai nap
    fizetési felszólítás/fizetési emlékeztető/utolsó felszólítás/tartozás rendezése
    kikapcsol*/lekapcsol* + áram*/gáz*/villany*/mérő*/szolgáltatás* + tartozás*/fizet*/befizet*
    utalja/utald/utaljuk/fizesd/fizesse + ma/még ma/sürgős*/azonnal/délig`,
  scanCode: `olvassa be/olvasd be/beolvas*/szkennel* + kód*/qr*/telefon*/kamer*
    qr kód*`,
  grantAccess: `engedélyez*/hagyja jóvá/hagyd jóvá/jóváhagy*/adjon/fogadja el + hozzáférés*/jogosultság*/alkalmazás*
    telepít*/tölts*/indítsa + anydesk/teamviewer/távoli*/távsegít*/bővítmény*
    kapcsolja össze/csatlakoztass*/összekapcsol* + google fiók*/microsoft fiók*/fiókját/postafiók*
    hozzájárul*/engedély* + olvas*/nevében/alkalmazás*/postafiók*/elfogad*
    alkalmazás*/bővítmény* + jogosultság*/hozzáférés*/nevében/elfogad*/engedélyez*`,
  openFile: `nyissa meg/nyisd meg/megnyit*/töltse le/töltsd le + dokumentum*/fájl*/melléklet*/pdf/szerződés*/csatol*/fax*/hangüzenet*
    letölt*/tekintse meg/tekintsd meg/megtekint* + dokumentum*/fájl*/melléklet*/pdf/szerződés*/csatol*/fax*/hangüzenet*
    megoszt* + dokumentum*/fájl*/mappa/mappá*
    mellékelten/csatoltan/mellékelve/csatolva/mellékletben + számla*/számlá*/szerződés*/ajánlat*/dokumentum*/megrendelés*
    engedélyezze/engedélyezd + makró*/szerkesztés*/tartalm*
    csomagolja ki/tömörített/zip/exe + jelsz*/fájl*/futtas*/indíts*
    ajánlatkérés*/megrendelés*/szerződés*/dokumentum* + védett/titkosított/e mail jelszav*/email jelszav* + jelentkez*/letölt*/tölts*/nyissa`,
  callNumber: `hívja/hívjon/hívj/telefonáljon/hívja fel + azonnal/szám*/ügyfélszolgálat*/lemond*/visszatérít*/segélyvonal*/haladéktalanul
    nem ön/nem te/nem kezdeményez*/nem rendel* + hívja/hívjon/telefonáljon
    hívja/hívjon/hívd + tévedés*/zárol*/feloldás*/ügyintéz*/munkatárs*`,
  walletPhrase: `helyreállítási kifejezés*/helyreállító kifejezés*/seed phrase/seed kifejezés*/magkifejezés*/privát kulcs*/12 szó/24 szó/12 szavas
    24 szavas
    tárca/tárcá*/kriptotárc*/pénztárc* + csatlakoztat*/szinkronizál*/hitelesít*/migrál*/helyreállít*/kripto*
    airdrop*/token* + igényel*/vegye át/tárcá*`,
  smallFee: `bírság*/vámdíj*/vámkezelés*/vámilleték*/útdíj*/autópálya*/parkolási*/pótdíj* + fizess*/befizet*/kifizet*/rendez*/díj*/kiegyenlít*
    kézbesítési díj*/szállítási díj*/csekély/kis összeg*/kezelési díj* + csomag*/fizess*/befizet*/kifizet*
    útdíj*/autópály*/parkol*/bírság* + végrehajt*/pótdíj*/bankkárty*/befizet*/rendez*
    eljárási díj*/regisztrációs díj*/megújítási díj*/aktiválási díj*/kaució* + kártya*/igazolvány*/munkakezdés*/munkába állás*/fizess*/befizet*`,
  renewMailbox: `postafiók*/tárhely*/levelező*/kvót*/felhő* + megtelt/betelt/túllép*/korlát*/deaktivál*/felfüggeszt*/lejár*/megszűn*/zárol*
    üzenet*/levelei*/e mail* + visszatart*/karantén*/kézbesítetlen*/függőben/várakoz*
    előfizetés*/domain*/tárhelyszolg*/licenc*/vírusirtó* + lejár*/megújít*/hosszabbít*/felfüggeszt*/megszűn*
    jelenlegi jelszó*/ugyanazt a jelszót + megtart*/megőriz*/tarts*`,
  claimPrize: `nyert*/gratulál*/kiválaszt*/kisorsol*/szerencsés + nyeremény*/ajándék*/iphone/sorsolás*/utalvány*/kérdőív*/lottó*
    vegye át/vedd át/igényelje/igényelheti/átveheti/jogosult + nyeremény*/visszatérít*/adó*/kártérítés*/támogatás*/jutalom*/jutalmat/bónusz*
    örökség*/örökös*/elhunyt*/millió* + dollár*/euró*/bank*/alap*/hozzátartoz*
    adó*/illeték*/költség* + nyeremény*/díj* + befizet*/utal*/fizess*
    pont* + elvesz*/lejár* + váltsa/vegye át/beváltás*
    túlfizetés*/visszatérítés*/támogatás* + jár önnek/jogosult*/keletkezett + kárty*/űrlap*/igénylés*/igényelj*`,
  rescheduleParcel: `csomag*/küldemény*/szállítmány*/kézbesítés*/futár* + sikertelen*/nem sikerült/nem tudtuk/visszatart*
    csomag*/küldemény*/szállítmány*/kézbesítés*/futár* + hiányos cím/hibás cím/feltartóztat*/várakoz*
    csomag*/küldemény*/kézbesítés* + címét/cím megerősít*/pontosít*/új időpont*/átütemez*/újbóli/ismételt/visszaküld*/frissítse`,
  replyPrivately: `az irodában van/irodában vagy/bent vagy/elérhető vagy/van egy perced + válasz*/mail*/írj*/sürgős*/feladat*/megbeszél*
    van egy perce/ráérsz/ráér most/segítségedre van/segítségére lenne + válasz*/mail*/írj*/sürgős*/feladat*/megbeszél*
    bizalmas*/diszkré*/köztünk/senkinek + válasz*/ne hívj*/felvásárl*/feladat*/üzlet*
    küldd el/küldje el/add meg/írd meg + telefonszámod*/mobilszám*/telefonszámát/whatsapp
    válaszolj*/írjon/írj + privát e mail*/személyes e mail*/magán e mail*/whatsapp*
    elloptak/ellopták/kiraboltak/elveszett/elveszítettem + telefon*/táská*/pénztárc*/útlevel*/kártyá* + segít*/kölcsön*/euró*/forint*/küld*
    senkinek ne/ne mondd el/ne mondja el/ne szólj senkinek/maradjon köztünk
    a másik címemre/másik címre írj/csak erre a címre/bajba kerültem/nehéz helyzet*
    csak neked/bizalmasan/titokban + segít*/ír*/kér*/válasz*`,
  firstContact: `rátaláltam/rábukkantam/találtam rá/találkoztam + cég*/weboldal*/honlap*/profil*/webáruház*/vállalkozás*/bejegyzés*
    láttam/észrevettem/megnéztem/átnéztem + cég*/weboldal*/honlap*/profil*/webáruház*/vállalkozás*/bejegyzés*
    a nevem/vagyok a/képviselem/azért írok + cég*/ügynökség*/együttműköd*/ajánlat*/foglalkoz*/alapító*
    azért keresem/azzal kapcsolatban keresem/megkeresem + cég*/ügynökség*/együttműköd*/ajánlat*/foglalkoz*/alapító*
    megfelelő személy*/illetékes személy*/illetékes kolléga/ki foglalkozik/kihez fordulhat*/ki a felelőse
    láttam/olvastam/megakadt a szemem/figyelem/nézegettem/látom + hogy a/hogy most/önök*/cég*/oldal*/iroda*/irodát
    gratula/gratulálok + irod*/befektetés*/díj*/növekedés*/megnyit*/bővül*
    cégnyilvántartás*/cégjegyzék*/céginfó/opten + értesült*/megtal*/címét/elérhetőség*/keres*
    ha nem te vagy/ha nem ön/ha nem önhöz/ha nem hozzád + kihez/kinek/illetékes/továbbít*/irányít*
    kihez forduljak/kihez fordulhatok/kivel beszélhetek/kivel egyeztethetek/kinek írjak/tisztelt ügyvezető/tisztelt cégvezető/tisztelt tulajdonos
    nem zavarom többet/nem zavarlak többet/elég egy nem/elég egy igen/ha nem aktuális/ha nem releváns/nem írok többet
    ajánlattal keress*/ajánlattal fordul*/ajánlatunkkal keress*/szeretném bemutatni/szeretnénk bemutatni/engedje meg, hogy/szíves figyelmébe ajánl*
    vagyok/hívnak + ügynökség*/cégtől/cég képvisel*/képviselő*/alapítója/értékesít*
    rátalált*/megtalált*/találtam/bukkant* + önök*/önre/cégük*/cégét/elérhetőség* + interneten/google*/térképen/linkedinen/katalógusban/instagramon
    ki foglalkozik/ki felel/ki felelős/ki dönt/kivel beszél* + önöknél/cégüknél/nálatok/a cégnél/a cégben
    ha nem érdekli/ha nem érdekel/amennyiben nem érdekli/ha most nem aktuális + válasz*/írj*/jelezz*/elég/nem keres*`,
  askMeeting: `rövid/15 perc*/20 perc*/10 perc*/30 perc*/negyedóra*/negyed óra* + hívás*/beszélget*/egyeztet*/telefon*
    rövid/15 perc*/20 perc*/10 perc*/30 perc*/negyedóra*/negyed óra* + megbeszélés*/bemutató*/demó*/találkozó*
    egyeztet*/beszélhetnénk/beszélnénk/időpont*/találkozó* + jövő hét*/a héten/holnap/kedden/csütörtök*/alkalmas/megfelel/naptár*/érdek*
    15 perces/20 perces/30 perces/gyors/rövid + call/hívás/zoom/meet/online/kávé
    beleférne/belefér/ráérne/ráérsz/ráér/lenne ideje/lenne időd + perc*/hét*/hétfő*/kedd*/szerd*/csütörtök*/pénteken
    mikor + hívhat*/beszélhet*/alkalmas/megfelel*/telefonálhat* + felhív*/önt/önnek/neked/kereshet*/személyre
    jelezze/írja meg/küldjön + mikor hívhat*/mikor kereshet*/időpontot/telefonszám*
    naptáram*/calendly/foglalj időpontot nálam/egy kávéra/jövő héten + 15/20/perc*/válassz*/beszélges*/kedd*/szerd*
    felhívhat*/hívhatom/hívhatnám/telefonálhat*/bemutathat*/megmutathat* + holnap/héten/perc*/kedden/csütörtök*/délelőtt/délután/mikor`,
  introduceService: `segítünk/segítek/abban segít*/kínálunk + cég*/vállalkoz*/ügyfel*/értékesít*/bevétel*/forgalm*/seo/márk*
    foglalkozunk/szakosodtunk/ügynökségünk/csapatunk + cég*/vállalkoz*/ügyfel*/értékesít*/bevétel*/forgalm*/seo/márk*
    növel*/megduplázz*/csökkent*/fokoz* + bevétel*/árbevétel*/forgalm*/költség*/eladás*/konverzió*/érdeklődő*
    ingyenes/díjmentes/kötelezettség nélkül* + audit*/ajánlat*/konzultáció*/elemzés*
    építünk/készítünk/fejlesztünk/gyártunk/végzünk/vállaljuk/vállalunk + cégeknek/cégek számára/b2b/weboldal*/webshop*/szoftver*/megkeres*
    teljes körű/kedvező árú/kedvező/személyre szabott + könyvelés*/ajánlat*/árajánlat*/szolgáltatás*/takarítás*/marketing*
    könyvelés*/bérszámfejt*/programoz*/fejlesztő*/keresőoptimaliz*/webfejleszt* + havi/ft tól/ft/óradíj*/ajánlat*
    meeting*/tárgyalás*/beszélgetés*/leadet/érdeklődőt + havonta/hó/döntéshozó*/hét alatt/garan*
    weboldala/honlapja/weboldaluk/honlapjuk + lassú/nem jelenik/google*/hib*/veszít*/hátrébb
    sikerdíj*/havidíj nincs/csak az eredményért/első hónap ingyen/első hónap díjmentes/első két hónap/garantált eredmény
    referenci*/árajánlat*/portfólió*/árlistá* + küldhet*/elküld*/szívesen küld*/bemutat*
    gyártó*/gyár/nagykereskedés*/beszállító*/nyomda/üzemünk + árlist*/katalógus*/minta*/nagyker*/ajánl*/kedvezmény*/együttműköd*
    amennyiben igény*/ha igény*/amennyiben érdekli/ha érdekli + ajánlat*/árajánlat*/küld*/válasz*/mennyiség*/hív*
    ügyfel*/partner*/cég*/webshop* + hasonló méret*/hasonló cég*/önökhöz hasonló/azonos méret* + megtakarít*/csökkentett*/növelt*/spórol*/dupláz*
    óradíj*/ár/ára/költség* + óránként*/ft óra/euró óra/eur óra/forint óra/órabér* + fejlesztő*/munkaerő/csapatot/szakembert/takarítást/operátort
    készítettem/elkészítettem/összeállítottam/felvettem + elemzés*/auditot/tervet/vázlat*/videó*/javaslat* + önök*/önnek/oldaluk*/cégük*/nektek`,
  followUp: `visszatérve/visszatérnék/utánkövet*/rákérdez* + levelem*/e mailem*/üzenetem*/ajánlat*/megkeresés*
    érdeklődnék/emlékeztetőül/újra írok/ismét írok + levelem*/e mailem*/üzenetem*/ajánlat*/megkeresés*
    előző/korábbi/múltkori/legutóbbi + levelem*/e mailem*/üzenetem*/megkeresésem*
    nem kaptam választ/még nem kaptam visszajelzést/sikerült már megnézni/volt ideje átnézni/volt időd átnézni
    múlt héten/korábban/egy hete/néhány napja/pár napja + írtam/írtunk/küldtem/kerestem/kerestük
    nem jött válasz/nem érkezett válasz/utoljára írok/láttad az e mailem/látta az e mailem/feldobom`,
  sellList: `adatbázis*/címlista*/címlistá*/e mail lista* + vásárol*/megvásárl*/ár/árak/eladó/kínál*/rekord*/minta
    kontaktlista*/céglista*/céges címek/résztvevői lista + vásárol*/megvásárl*/ár/árak/eladó/kínál*/rekord*/minta
    email lista*/e mail list*/emaillist*/email cím*/céges email*/céges e mail* + eladó/ár/ára/ezer/ft/megvásárol*/mint*
    ezer/000 + cím/címmel/kontakt*/rekord*/adat* + cég*/vezető*/tulajdonos*/döntéshozó*`,
  exchangeLinks: `linkcser*/vendégposzt*/vendégcikk*/backlink*/visszamutató link*/pr cikk*/szponzorált cikk*/dofollow/linképít*
    elhelyez*/közzét*/megjelentet* + linket/linkkel/link elhelyez*
    mennyibe kerül/mi az ára/árlista + cikk*/megjelen*/link*/bejegyzés*
    cikket/cikkünk*/írást + megjelen*/közöl*/publikál* + oldalukon/blogjukon/oldaladon/weboldalukon`,
  recruit: `állásajánlat*/pozíció*/álláslehetőség*/munkakör*/jelölt* + önéletrajz*/profilja/profilod/tapasztalat*/ügyfelem*/érdekel*/távmunka
    otthoni munka/távmunka/mellékállás + kereset*/fizetés*/naponta/jövedelem
    fejvadász*/toborz*/keresünk/kolléga + profilod*/profilj*/linkedin*/önéletrajz*/fizetés*
    vannak/rendelkezünk/tudunk biztosítani/közvetítünk + jelöltjeink/hegesztőink/sofőrjeink + szabadok/azonnal*/kezdeni/kezdhet*/vendégmunkás*`,
  authority: `nemzeti adó és vámhivatal/adóhatóság*/adóhivatal*/vámhivatal*/minisztérium*/rendőrség*/bíróság*/ügyészség*/kormányhivatal*
    ügyfélkapu*/államkincstár*/önkormányzat*/végrehajtó*/közútkezelő/nemzeti útdíjfizetési/magyarország kormánya`,
  bank: `netbank*/internetbank*/bankja/az ön bankja/bankbiztonság*/banki biztonság*/banki ügyfélszolgálat*/mobilbank*/kártyabiztonság*`,
  carrier: `futárszolgálat*/csomagküldő/magyar posta/postai szolgáltat*/csomagszállít*/kézbesítő szolgálat*/postahivatal*/csomagautomat*
    csomagközpont*`,
  insurer: `egészségbiztosít*/egészségpénztár*/társadalombiztosít*/biztosítótársaság*/nemzeti egészségbiztosítási`,
  provider: `szolgáltatója/az ön szolgáltatója/áramszolgáltató*/energiaszolgáltató*/mobilszolgáltató*/számlázási osztály*/ügyfélszolgálati osztály
    előfizetési csapat`,
  exchange: `kriptotőzsd*/kriptováltó/tárca támogatás/kereskedési platform*/befektetési platform*`,
  itDesk: `informatikai osztály*/informatikai ügyfél*/it osztály*/it részleg*/it támogat*/rendszergazda/rendszergazdá*/technikai támogat*
    műszaki ügyfélszolgálat*/levelezési rendszergazda/rendszeradminisztrátor*/helpdesk/it csapat*`,
  staffOffice: `hr osztály*/hr csapat*/humánerőforrás*/emberi erőforrás*/bérszámfejtés*/személyügy*/munkaügyi osztály*`,
  boss: `ügyvezető/ügyvezető igazgató/vezérigazgató/pénzügyi igazgató/elnök vezérigazgató/cégvezető/gazdasági igazgató`,
  deadline: `24 órán belül/48 órán belül/72 órán belül/órán belül/napon belül/azonnal/haladéktalanul/mihamarabb/a lehető leghamarabb/még ma
    ma éjfélig/éjfélig/utolsó figyelmeztetés/utolsó emlékeztető/utolsó felszólítás/ma lejár/a mai nap végéig
    ma délig/ma 18/holnapig/legkésőbb/határidő lejár/mai napon/délig`,
  threat: `fiók*/hozzáférés*/kártyá*/postafiók*/szolgáltatás*/csomag*/számlá* + felfüggeszt*/zárol*/korlátoz*/letilt*/töröl*
    fiók*/hozzáférés*/kártyá*/postafiók*/szolgáltatás*/csomag*/számlá* + törl*/megszünt*/blokkol*/deaktivál*
    jogi lépés*/végrehajtási eljárás*/bírósági eljárás*/behajtás*/késedelmi kamat*/büntetőeljárás*/véglegesen elvesz*
    szokatlan/gyanús/jogosulatlan/ismeretlen/illetéktelen + tevékenység*/bejelentkez*/tranzakció*/eszköz*/belépés*
    ellenkező esetben/különben/ha nem + töröl*/zárol*/visszaküld*/bíróság*/kikapcsol*/pótdíj*`,
  warning: `soha nem kér*/sosem kér*/soha ne adja/soha ne ossza/ne adja meg senkinek/ne ossza meg senkivel/ne kattintson/adathalász*
    csalók/csalókat/csalóktól/csalásokra/legyen óvatos/hamis levelek/hamis e mailek/átverés*`,
  subscribed: `azért kapja/azért kaptad/azért kapod/azért kapta/feliratkozott/feliratkoztál/regisztrált/regisztráltál/ügyfeleink/vásárlóink
    ügyfelünkként/tagként/rendelése/rendelésed/rendelését/megrendelése/megrendelését/foglalása/foglalásod/köszönjük a vásárlást/köszönjük a rendelés*
    köszönjük megrendelés*
    ön ügyfelünk/mert ügyfelünk/kedves tagunk/tisztelt tagunk/kedves tagjaink/tagsága/tagságod/próbaidőszakod/ahogy megbeszéltük/ajánlatot kért`,
};
