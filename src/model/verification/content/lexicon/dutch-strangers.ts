import type { Lexicon } from './lexicon.ts';

export const dutchStrangers: Lexicon = {
  introduction: `
    mijn naam is
    ik ben ~ van/bij/oprichter/eigenaar/accountmanager/adviseur/directeur
    ik heet
    wij/we zijn ~ bureau/fabrikant/leverancier/bedrijf/studio/importeur/groothandel/gespecialiseerd/specialist/startup
    wij/we ~ produceren/maken/leveren/importeren/verhuren/bouwen/ontwerpen/installeren/verkopen/verzorgen
    ons bedrijf ~
    ik schrijf/mail/benader ~ je/u/jullie/omdat/even
    ik neem ~ contact
    mag ik mij ~ voorstellen
    even ~ voorstellen
    namens ~
    gespecialiseerd in
  `,
  readersBusiness: `
    je/jouw/uw/jullie ~ bedrijf/zaak/winkel/webshop/website/site/praktijk/restaurant/hotel/bureau/kantoor/team/merk/podcast/blog/wagenpark/magazijn/dak/organisatie/branche/sector/onderneming
    je/jouw/uw/jullie ~ klanten/patienten/lezers/luisteraars/medewerkers/personeel/concurrenten/omzet/kosten/campagnes/advertenties/zendingen/vacatures/panden/inkoop/verkoop
    bij jullie/u ~ verantwoordelijk/over/inkoop/zaak/op kantoor
    bedrijven/ondernemers/winkels/praktijken/organisaties zoals/als
    in uw/jullie/jouw ~ branche/regio/sector/stad
    beste/geachte ~ ondernemer/eigenaar/directie
  `,
  trade: `
    leads/prospects/klanten ~ werven/binnenhalen
    vindbaarheid/seo/zoekmachine*
    webdesign/websites ~ maken/bouwen
    softwareontwikkel*/webontwikkel*
    offerte
    prijslijst/monsters/catalogus/staffel*
    minimale afname
    groothandel/fabrikant/leverancier
    schoonmaak/kantoorschoonmaak/schoonmaakbedrijf
    zonnepanelen
    financiering/werkkapitaal/factoring
    sponsor*/stand/beursstand
    samenwerking/samenwerken
    commissie/provisie
    kandidaten/detachering/werving
    besparen/besparing ~ op/kosten/energie
    transport/vracht/pallets
    adressenbestand/bedrijvenbestand
    uitbesteden
    bedrijfsovername/overname
    domeinnaam
    nieuwe ~ website
    bedrijfsvideo/bedrijfsfilm/animatie
    telefonie/kassasysteem/pinautomaat
    energiecontract/energieleverancier/stroom
    bedrijfskleding/verpakkingen/relatiegeschenken
    vertaling/vertalingen/ondertiteling
    avg/cybersecurity/pentest
    training ~ medewerkers/team
    subsidie/subsidies
    koffiemachine/koffieautomaat
    lease/leaseauto*
    uitzendkrachten/zzp*
    laadpalen/laadpaal
  `,
  proof: `
    hebben ~ geholpen/bespaard/verdubbeld
    bespaarde/bespaarden/verdubbelde/steeg
    klantcase/referenties/case
    onze klanten ~ besparen/krijgen/zien
    meer ~ aanvragen/boekingen/afspraken/omzet
    procent ~ meer/minder
    jaar ervaring
    zonder ~ risico/contract/verplichtingen/gedoe
    niet goed geld terug
    resultaat ~ binnen/gegarandeerd
  `,
  smallAsk: `
    interesse
    heb/heeft/hebben je/u/jullie ~ interesse/tijd/minuten/behoefte
    zou/zouden ~ je/u/jullie ~ interessant/openstaan/interesse
    mag/zal/kan/zullen ik/we ~ sturen/langskomen/bellen/laten/toesturen/eens/even
    ik bel ~ je/u/even
    bel me
    wat denk/vind/vindt je/u
    laat ~ weten
    ik hoor ~ graag
    wanneer ~ schikt/kan/komt
    reageer/antwoord ~ met/op/even/ja
    ik laat/stuur ~ graag/zien
    iets voor jullie/u/jou
    lijkt ~ je/jullie/u ~ wat/iets
    de moeite waard
    even ~ sparren/langskomen/bellen
  `,
  replyOptOut: `
    geen interesse/behoefte
    geen ~ mails/berichten ~ meer
    niet meer ~ mailen/benaderen/benaderd
    sorry ~ storen/stoor
    excuus/excuses ~ storen/ongevraagd*
    als ~ niet ~ juiste/relevant/interessant/interesse
    antwoord ~ stop/nee
    val ~ niet meer lastig
  `,
  flattery: `
    gefeliciteerd ~ met
    ik volg ~ jullie/je/uw
    wat een ~ mooie/mooi/gave/leuke
    mooi/gaaf/knap/leuk ~ bedrijf/werk/project/website/merk
    onder de indruk
    ik luister/lees ~ je/jullie/uw
    viel mij/me op
    trok mijn aandacht
  `,
  pitch: `
    ik/we ~ zag/zagen/las/merkte/bekeek ~ dat/jullie/uw/je
    zag ik ~ dat/jullie/je/uw
    op linkedin ~ zag
    kwam ~ langs/tegen
    even ~ gekeken/bekeken
    wij/we ~ kunnen/helpen ~ u/jullie/je
    hoeveel ~ betaalt/betalen/kost/verliest
    bent u/ben je ~ tevreden
    zoekt u/zoek je/zoeken jullie
    hebben jullie ~ nodig
  `,
  bump: `
    ik ~ mailde/stuurde/schreef ~ je/u/jullie
    vorige week ~ mailde/stuurde
    nog ~ even/niks/niets ~ reactie/gehoord
    laatste keer
    herinnering ~ aan mijn
  `,
  probe: `
    wie ~ gaat/regelt/beslist/koopt ~ over/bij/de
    bij wie ~ moet/kan
    ben jij/u ~ degene
    ga jij/gaat u ~ over
    niet over ~ gaan
    de juiste ~ collega/persoon/afdeling
  `,
  meeting: `
    10/15/20/30 minuten ~
    bak/kop/kopje koffie
    langskomen
    even bellen
    demo ~ minuten
  `,
  recruiting: `
    mijn/onze ~ opdrachtgever/klant zoekt
    kandidaat/kandidate ~ die/beschikbaar/voor
    vertrouwelijk*
    cv ~ sturen/anoniem
    jullie/uw/je ~ vacature
    detachering
  `,
  noRelationship: `
    we hebben elkaar ~ niet
    koude ~ mail/acquisitie
  `,
  relation: `
    u/je/jij/jullie ~ probeert/test/testen/gebruikt ~ sinds
    uw/je/jouw ~ proefperiode/proefaccount/proefversie/aanvraag
    zoals ~ afgesproken/besproken/beloofd
    op onze ~ stand/beursstand
    u/je ~ aangevraagd/geïmporteerd/aangemaakt/opgevraagd
    beste/geachte ~ klant/klanten/leverancier/leveranciers/relatie/huurder/huurders/leden
    je/u hebt/heeft ~ nog geen/niet
    profiel ~ aanvullen/invullen
    nodig ~ team/collega's/vrienden uit
    upgraden/upgrade
    ieder/elk moment opzeg*
    de meeste ~ gebruikers/leden
    onze gebruikers
    op een schaal
    helpcentrum
    je/uw ~ instellingen/resultaten/voorkeuren/voortgang
    in je/uw ~ account/dashboard/profiel
    je/jouw/uw/jullie ~ bestelling/inschrijving/abonnement/factuur/boeking/afspraak/account/lidmaatschap/ticket/tickets/reservering/donatie/aankoop/contributie/proefperiode/cursus/les/pakket/bezoek/verblijf/wachtwoord/contract/plek
    je/u/jullie hebt/bent/heeft/hebben ~ aangemeld/besteld/geboekt/ingeschreven/opgezegd/gekocht/geregistreerd/aangemaakt/gevraagd/lid/deelgenomen/gedoneerd/geabonneerd/gestart
    wachtlijst
    leden
    het bestuur
    jaar/jaren ~ bij ons
    oud leerlingen/leden
    welkom
    bedankt/dank ~ voor ~ bestelling/aanmelding/inschrijving/aankoop/steun/donatie/bezoek/vertrouwen/geduld/deelname/lidmaatschap
    bedankt/dank ~ dat ~ je/u
    tot ~ snel/dan/morgen/zaterdag/zondag/ziens/volgende
    als ~ lid/klant/abonnee/deelnemer/donateur/vrijwilliger/huurder
    beste/lieve ~ leden/ouders/vrienden/lezers/klanten/buren/lid/klant/vrijwilligers/bewoners
    onze ~ leden/lezers/abonnees/leerlingen/vrijwilligers/donateurs/gasten
    je/u ~ ontvangt/krijgt ~ omdat/deze
    ledenvergadering/vereniging/clubhuis
    nieuwe versie
    nieuwe functies/functie
    openingstijden
    enquete
    volgende ~ les/repetitie/training/bijeenkomst
    bestelnummer/klantnummer/lidnummer
    nieuwsbrief
    wachtwoord
    privacyverklaring/privacybeleid
    algemene voorwaarden
    loopt/verloopt/vervalt ~ af/op
    je/uw ~ verzekering/polis
    reisverzekering/zorgverzekering
    winactie/loterij
    we missen je
    aanbevelen/aanraden ~ ons/vrienden
    je/uw kind
    verificatiecode/beveiligingscode
    negeer ~ mail/bericht
    niet ~ aangevraagd
    je/uw mening
    vaste klanten/klant
  `,
  circle: `
    nu beschikbaar
    je kunt nu
    wat is er nieuw
    nieuwe functie
    shop nu
    kortingscode/actiecode
    geldig tot
    zolang de voorraad strekt
    recept/recepten
    nieuws
    deze maand
    hallo/hoi/beste ~ allemaal/iedereen/vrienden
    aanmelden ~ kan/voor
    kaarten/kaartjes/toegang
    open dag
    programma/seizoen/concert/feest/kerst/zomer
    doneren/donatie/vrijwilligers
    lees meer/verder
    uitverkoop/gratis verzending
    webinar
    school/kerk/koor/museum/bibliotheek/theater/gemeente
  `,
};
