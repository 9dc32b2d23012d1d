import type { OauthWords } from './phrases.ts';

export const pt: OauthWords = {
  languages: 'Idioma',
  links: { console: 'Consola', documentation: 'Documentação' },
  signIn: {
    title: 'Ligar uma aplicação ao Posthouse',
    label: 'Token de API da sua organização',
    hint: 'A aplicação nunca o vê. Não pode fazer mais do que este token, e deixa de funcionar com ele.',
    proceed: 'Continuar',
    cancel: 'Cancelar',
    session: 'Iniciar sessão no Posthouse',
    sessionHint: 'Depois autoriza a aplicação com as suas próprias permissões. Ou use um token:',
  },
  consent: {
    title: 'Permitir esta aplicação?',
    organization: 'Organização',
    token: 'Token de API',
    testToken: 'um token de teste: nada é realmente enviado',
    allowedTo: 'Poderia:',
    limits:
      'Os limites do token de API valem também para a aplicação. Para terminar, revogue o token de API ou desligue na aplicação.',
    person: 'Sessão iniciada como',
    otherPerson: 'Usar outra conta ou outra organização',
    useToken: 'Usar antes um token de API',
    personLimits:
      'A aplicação nunca pode fazer mais do que o utilizador. Como em qualquer assistente, algumas chamadas precisam também da aprovação de uma pessoa. Para terminar o acesso, desligue a aplicação na página da sua conta ou na própria aplicação.',
    allow: 'Permitir',
    deny: 'Recusar',
    untilUnused: (days) => `Vale até a aplicação não o usar durante ${days} dias.`,
    untilMinutes: (minutes) => `Vale ${minutes} minutos.`,
    untilToken: (date) => `Termina com o token de API, o mais tardar em ${date}.`,
    untilPerson: 'Termina mais cedo se perder uma função ou for removido da organização.',
  },
  who: {
    document: (name, host) =>
      `Uma aplicação que se chama a si mesma «${name}», de ${host}, pede para usar a sua organização.`,
    operator: (name) =>
      `A aplicação «${name}», que o operador deste servidor adicionou, pede para usar a sua organização.`,
    registration: (name) =>
      `Uma aplicação que se chama a si mesma «${name}» pede para usar a sua organização.`,
    unproved:
      'A aplicação registou-se a si mesma: o nome não está comprovado e qualquer programa o pode usar.',
    sentTo: (host) => `Depois será levado para ${host}.`,
    sentToComputer: (host) => `Depois será levado para ${host}, um programa neste computador.`,
    sentToApp: (scheme) => `Depois abre-se a aplicação que abre ligações ${scheme} neste computador.`,
    elsewhere: (host, target) =>
      `A aplicação está em ${host}, mas seria levado para ${target}. Continue apenas se conhecer ambos.`,
    onlyIf: 'Continue apenas se acabou de iniciar isto, numa aplicação em que confia.',
  },
  warnings: {
    tooManyWrong: 'Houve demasiados tokens errados vindos da sua rede. Espere alguns minutos.',
    unknownToken: 'Este token de API não é conhecido ou já não funciona.',
    wrongAddress: 'Este token de API não pode ser usado a partir do seu endereço de rede.',
    nothingOfThat: 'Este token de API não permite nada do que a aplicação pede.',
    nothingOfRoles:
      'As suas funções não permitem nada do que a aplicação pede. Use outra conta ou um token de API.',
    chooseOne: 'Escolha pelo menos uma, ou recuse.',
  },
  fault: {
    title: 'A aplicação não pode ser ligada',
    close: 'Feche esta página e comece de novo na aplicação.',
    back: (host) => `Voltar a ${host}`,
    unavailable: 'Este servidor não está disponível agora. Tente de novo dentro de um minuto.',
    repeated: (name) => `A aplicação enviou ${name} mais de uma vez.`,
    unknownApp: (why) => `A aplicação não é conhecida: ${why}.`,
    notRegistered: 'A aplicação quis levá-lo para um endereço que não está registado para ela.',
    notServed: (why) => `A aplicação pediu de uma forma que não é admitida: ${why}.`,
    otherSite: 'Este formulário veio de outro site.',
    expired: 'Esta página expirou ou não é nossa.',
    neither: 'Esta página não foi respondida nem com Permitir nem com Recusar.',
    tokenGone: 'O token de API já não funciona.',
    personGone: 'Já não tem acesso a esta organização.',
    signedOut: 'A sessão terminou ou foi iniciada como outra pessoa.',
    appGone: 'A aplicação já não está registada aqui.',
    nothingGranted: 'O token de API já não permite nada do que foi escolhido.',
    nothingOfYours: 'As suas funções já não permitem nada do que foi escolhido.',
    answeredBefore: 'Isto já foi respondido.',
    tooMany: (max) => `Uma organização pode ter no máximo ${max} aplicações ligadas. Desligue uma primeiro.`,
  },
  scopes: {
    'emails.read': 'Ver os e-mails enviados: destinatários, conteúdo e resultado.',
    'emails.send':
      'Enviar e-mails em nome da organização, reenviar os que falharam ou foram retidos, eliminar os retidos e os de teste, verificar endereços e pausar todos os envios.',
    'subscribers.read': 'Ver os subscritores, os seus endereços, nomes e outros campos, e segmentos deles.',
    'subscribers.write':
      'Adicionar, alterar, importar, cancelar e apagar subscritores; criar, alterar e eliminar segmentos. Com dupla confirmação, os novos subscritores recebem um pedido por e-mail.',
    'tags.read': 'Ver as etiquetas, e quantos subscritores tem cada uma.',
    'tags.write':
      'Criar, alterar e eliminar etiquetas; uma etiqueta eliminada é retirada a todos os subscritores.',
    'events.read': 'Ver o que os subscritores fizeram.',
    'events.write':
      'Registar o que os subscritores fazem. Um endereço desconhecido torna-se subscritor e, com dupla confirmação, recebe um pedido por e-mail.',
    'campaigns.read': 'Ver as campanhas: conteúdo, resultados e destinatários; ver os modelos.',
    'campaigns.write':
      'Escrever e alterar campanhas antes de serem enviadas; arquivar e eliminar campanhas, também as agendadas ou enviadas. Escrever, alterar, publicar e eliminar modelos, que os programas da organização enviam.',
    'campaigns.send':
      'Enviar e agendar campanhas aos subscritores, enviar testes, corrigir as suas ligações e pará-las, também de vez.',
    'domains.read': 'Ver os domínios de envio e os seus registos DNS.',
    'domains.write':
      'Adicionar, alterar, verificar e remover domínios de envio, e criar para eles novas chaves DKIM.',
    'suppressions.read': 'Ver os endereços que não recebem e-mails, e porquê.',
    'suppressions.write': 'Parar os e-mails para endereços, e deixar que voltem a recebê-los.',
    'webhooks.read':
      'Ver os webhooks e o que lhes foi enviado (a quem se escreveu, quem se inscreveu e o que aconteceu), e que outros sistemas enviam para aqui os seus eventos, sem os seus segredos.',
    'webhooks.write':
      'Fazer com que o que acontece, com endereços e nomes de pessoas, seja enviado a qualquer servidor na internet, alterar, testar, repetir e eliminar webhooks; e deixar que outros sistemas enviem para aqui os seus eventos: pessoas tornam-se subscritores, e as devoluções que um relay comunica param e-mails. Alterar e eliminar estas ligações.',
    'workflows.read': 'Ver os fluxos, quem os percorre, e porquê.',
    'workflows.write':
      'Escrever, ativar, pausar, arquivar e eliminar fluxos, que depois de ativados enviam por si mesmos e-mails aos subscritores, e iniciá-los, repeti-los e cancelá-los para pessoas concretas.',
    'tokens.read':
      'Ver os tokens de API da organização, as aplicações permitidas e o que cada uma pode fazer, sem os seus segredos.',
    'organization.read':
      'Ver as definições e os limites da organização, e o registo de quem alterou ou enviou o quê.',
    'organization.write':
      'Alterar as definições da organização: o nome, o remetente habitual, o fuso horário, a dupla confirmação e o endereço postal; retomar os envios suspensos.',
  },
};
