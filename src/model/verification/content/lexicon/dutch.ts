import type { Lexicon } from './lexicon.ts';

export const dutch: Lexicon = {
  credential: `
    bevestig/verifieer/controleer/valideer/update/actualiseer ~ uw/je/jouw ~ account/gegevens/identiteit/rekening/wachtwoord/betaalpas
    gegevens/account/identiteit/rekening ~ bevestigen/verifiëren/bijwerken/controleren/actualiseren
    bevestiging/verificatie ~ account/gegevens/identiteit/vereist
    voer ~ wachtwoord/pincode/gegevens/code in
    verdachte/ongebruikelijke/ongewone ~ activiteit/inlogpoging/transactie
    wachtwoord ~ verloopt/verlopen
    mailbox/postvak/opslag/opslagruimte ~ vol/overschreden/bijna
    berichten ~ wachten/vastgehouden/geblokkeerd
    foto's ~ verwijderd
    digid ~ verifi*/verloop*/bevestig*
    nieuwe ~ betaalpas/bankpas/scanner ~ aanvragen
    betaalpas ~ verloopt/vervangen/verlopen
  `,
  wallet: `
    ! herstelzin/herstelwoorden
    wallet ~ verifiëren/koppelen/verbinden/synchroniseren/geblokkeerd
    bitcoin/btc/crypto ~ uitbetaling/opnemen/saldo/gratis
  `,
  threat: `
    account/rekening/toegang/pas/kaart ~ geblokkeerd/opgeschort/beperkt/gedeactiveerd/gesloten/afgesloten
    blokkering/blokkade/opschorting ~ account/rekening
    voorkom/voorkomen ~ blokkering/blokkade/incasso/kosten/afsluiting/beslag/boete
    wordt ~ geblokkeerd/afgesloten/verwijderd/opgeschort/beëindigd
    binnen ~ 24/48/72/uur
    24/48/72 uur
    laatste ~ herinnering/waarschuwing/kans/aanmaning/melding
    deurwaarder/beslaglegging/incasso*
    juridische stappen
    openstaande ~ boete/schuld
    virussen ~ gevonden/gedetecteerd
    apparaat/computer ~ gevaar/geïnfecteerd/risico/onbeschermd
  `,
  payment: `
    betaling ~ mislukt/geweigerd/niet/afgewezen/gelukt
    betaalgegevens/betaalmethode/betalingsgegevens/factuurgegevens ~ bijwerken/bevestigen/verlopen
    openstaand/openstaande ~ bedrag/factuur/rekening/betaling
    factuur ~ onbetaald/openstaand/bijlage
    kaartnummer
    betaal ~ direct/nu/via
  `,
  renewal: `
    abonnement/lidmaatschap/licentie/bescherming/antivirus ~ verlopen/verloopt/verleng*/beëindigd/opgezegd
    verleng/vernieuw ~ nu/abonnement/vandaag/bescherming
    automatisch ~ verlengd
  `,
  delivery: `
    pakket/pakketje/zending/bestelling/bezorging/levering ~ wacht/vastgehouden/geblokkeerd/onderweg/tegengehouden/uitgesteld/afgeleverd/bezorgd
    niet ~ bezorgd/afgeleverd/bezorgen/leveren
    bezorgpoging
    bezorging ~ plannen/bevestigen/inplannen
    verzendkosten/invoerkosten/invoerrechten/douanekosten/douane
    bevestig ~ adres/bezorging/levering
    volg ~ pakket/zending
    adres ~ onvolledig/onjuist
    je/u heeft/hebt 1/een ~ pakket
  `,
  prize: `
    verloten ~ cadeaukaarten/cadeaukaart
    jouw kans
    misschien ~ winnaar
    exclusieve/exclusief ~ pakket/noodpakket/set/cadeau
    ontvang ~ gratis
    blijk van ~ waardering
    win ~ een/cadeaubon/cadeaukaart/met
    cadeaubon/cadeaubonnen/cadeaukaarten
    gefeliciteerd
    je/u/jij ~ gewonnen/geselecteerd/winnaar/uitgekozen/gekozen
    claim/ontvang/pak/win/verzilver ~ jouw/je/uw/een ~ cadeau/prijs/cadeaukaart/beloning/tegoed/bon/waardebon/gratis
    cadeau/cadeaukaart/prijs/beloning/tegoed/waardebon ~ wacht/gereserveerd/klaar/winnen/t.w.v/kans/gratis
    maak kans
    kans op
    beantwoord ~ vragen
    doe mee ~
    geef ~ mening
    laatste kans
    gratis ~ cadeau/product/set/proefpakket
    punten ~ verlopen/vervallen
    alleen ~ verzendkosten
  `,
  advanceFee: `
    weduwe
    liefdadigheid
    schenking ~
    kopie ~ paspoort/id
    administratiekosten
    miljoen ~ euro/dollar/dollars/euros
    erfenis ~
    begunstigde ~
    donatie ~ miljoen/euro/ontvangen
    lening ~ aanbod/rente/nodig/aanbieden
    zakelijk voorstel
    neem contact ~ op ~ email/mail
    vertrouwelijk*
    loterij ~ gewonnen/winnaar
  `,
  callback: `
    bel ~ direct/onmiddellijk/ons/nummer
    als u ~ niet ~ geautoriseerd/besteld/gedaan
    gratis nummer
  `,
  refund: `
    belastingteruggave/teruggave/terugbetaling ~
    recht op ~ teruggave/toeslag/subsidie/vergoeding
    belastingdienst ~ betalen/schuld/teruggave/openstaand
    subsidie ~ aanvragen/beschikbaar
  `,
  profit: `
    passief inkomen
    geld verdienen
    verdien ~ per/dag/week/maand/geld
    financiële vrijheid
    uitbetaling ~ klaar/goedgekeurd/wacht/bevestig*
  `,
  document: `
    document/bestand/factuur ~ gedeeld/klaar/ondertekenen
    bekijk/open/download ~ document/bestand/factuur/bericht
    nieuwe voicemail
  `,
  urgency: `
    dringend
    spoed
    onmiddellijk
    direct actie
    actie vereist
    laatste kans
    alleen vandaag
    nog maar ~
    wees snel
    mis ~ niet
    zo snel mogelijk
  `,
  callToAction: `
    klik ~ hier/link/onderstaande/knop
    bevestig/verifieer/verleng/claim/deelnemen/meedoen/betaal/ontvang/start nu/hier/direct
    doe nu mee
    log ~ in
  `,
  anyonesGreeting: `
    beste/geachte klant/gebruiker/relatie/heer/lid/rekeninghouder/vriend/winnaar
  `,
  optIn: `
    je/u hebt/heeft ~ aangemaakt/aangemeld/besteld/geregistreerd
    je ~ proefperiode/project/cursus
    je/u ontvangt ~ omdat
    omdat ~ ingeschreven/aangemeld/geabonneerd/klant/abonnee
    bedankt voor ~ bestelling/aanmelding/inschrijving/aankoop/registratie/boeking
    je/uw ~ bestelling/inschrijving/abonnement/factuur/boeking/afspraak
    bekijk ~ in/online ~ browser
    in deze editie
    uitschrijven/afmelden ~ nieuwsbrief
    voorkeuren ~ wijzigen/aanpassen
  `,
  warning: `
    niemand/nooit ~ vraagt/vragen/belt
    oplichting/oplichter
    oplichters/criminelen/fraudeurs
    valse/nep ~ mail/mails/bericht/berichten/site
    phishing ~
    zullen/vragen ~ nooit ~
    nooit ~ wachtwoord/pincode/code ~
    deel ~ nooit/niet
    niet ~ aangevraagd ~ negeren
    negeer ~ bericht/mail
    pas op voor
  `,
  pitch: `
    ik zag dat ~
    wij/we werken ~ met/voor
    wij/we helpen ~
    dat regelen wij
    no cure no pay
    bedrijven ~ die jullie/uw
    ik kwam ~ uw/je/jullie ~ tegen
    ik zag/las/bekeek ~ dat/uw/je/jullie
    viel ~ op
    wij/we/ik help/helpen ~ bedrijven/ondernemers/organisaties/teams/klanten/bureaus
    bedrijven zoals ~
    ik neem ~ contact
    ik wil/wilde ~ graag ~ voorstellen/vragen/laten/aanbieden
    ik mail/schrijf je/u
    zou je/u ~ interesse/openstaan/interessant
    heb je/heeft u/hebben jullie ~ interesse
    wij zijn ~ bureau/fabrikant/leverancier/gespecialiseerd
    meer ~ klanten/leads/omzet/aanvragen/afspraken
    gratis ~ analyse/scan/advies/demo/audit
    leadgeneratie
  `,
  smallTalk: `
    wij/we bieden ~
    mag/kan ik ~
    zou/wilt/wil je/u/jij/jullie ~
    je/jouw/uw/jullie ~ bedrijf/website/winkel/praktijk/restaurant/hotel/webshop/zaak
    onze ~ klanten/diensten/producten/prijslijst
    offerte ~
    als/mocht ~ interesse
    per maand
    ik zag/las/merkte ~
    geen interesse
    laat ~ weten
    laat ik zien
    stel ~
    ik heb ~ gezien/bekeken ~ website/profiel/bedrijf
    mijn naam is
    korte vraag
    interesse ~ in/om
    vrijblijvend*
    ik hoor ~ graag
    wat denk je/denkt
    mag ik ~ sturen/toesturen/laten
  `,
  meeting: `
    kwartiertje/halfuurtje
    volgende week ~
    sparren
    10/15/20/30 minuten ~ bellen/gesprek/kennismaken/sparren/week
    kort/korte ~ gesprek/belletje/kennismaking/call/gesprekje
    even ~ bellen/sparren/kennismaken
    afspraak ~ inplannen/maken/plannen
    volgende/deze week ~ tijd/bellen/gesprek/schikt/kennismaken
    kop koffie
    kennismakingsgesprek
    wanneer ~ schikt/uitkomt
  `,
  probe: `
    juiste ~ persoon/contactpersoon
    wie ~ verantwoordelijk/gaat over/contactpersoon
    bent u/ben jij ~ verantwoordelijk/juiste/persoon
    doorsturen ~ naar/collega/juiste
    doorverwijzen
  `,
  bump: `
    mijn ~ vorige/eerdere/laatste ~ mail/bericht/email
    nog ~ niets/geen ~ gehoord/reactie/antwoord
    geen reactie
    even ~ opvolgen/terugkomen/checken
    kom ~ terug op ~ mijn/mail
    heb je/heeft u ~ kans/gelegenheid/gezien ~ mail/bericht
    laatste ~ mail/bericht/poging
    ik weet ~ druk
    bovenaan ~ inbox
  `,
  acquiredList: `
    uw/je/jullie ~ gegevens/adres/mailadres/contactgegevens/profiel ~ gevonden/via/op ~ linkedin/internet/google/kvk/website
    gevonden ~ linkedin/internet/google/kvk
    gekochte ~ lijst/adressen
    openbaar ~ beschikbaar/register
  `,
  listSale: `
    adressenbestand/adresbestand/mailinglijst ~
    lijst ~ contacten/emailadressen/bedrijven ~
    geverifieerde ~ contacten/leads/adressen
    bestand ~ bedrijven/emailadressen
  `,
  linkBuilding: `
    gastblog/gastartikel/gastblogs
    linkruil/linkbuilding/backlink*
    link ~ plaatsen/toevoegen/kapot/werkt
    gesponsord/gesponsorde artikel/blog
    jullie/uw lezers
    artikel ~ plaatsen/schrijven/publiceren
  `,
  recruiting: `
    je/uw profiel ~ past/viel/interessant/aansluit
    mooie/nieuwe/interessante ~ functie/vacature/rol/kans
    openstaan/open voor ~ nieuwe/functie/baan
    kandidaten ~ voorstellen/geschikte/gekwalificeerde
    recruiter/werving
  `,
  fundraising: `
    investeringsronde/financieringsronde
    investeerders ~ zoeken/gezocht
    pitch deck
    uw/je bedrijf ~ verkopen/overnemen/kopen
    zakelijke ~ lening/financiering
  `,
  noRelationship: `
    we kennen elkaar ~ niet/nog
    u kent mij/me ~ niet
    je kent me ~ niet
    sorry ~ storen/ongevraagd*
    ongevraagd*
    ik hoop dat ~ goed ~ gaat
    geachte heer mevrouw
  `,
};
