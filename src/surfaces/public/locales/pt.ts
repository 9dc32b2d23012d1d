import type { Words } from './phrases.ts';

export const pt: Words = {
  languages: 'Idioma',
  unsubscribe: {
    title: 'Cancelar a subscrição',
    ask: (name, address) => `${name} envia boletins para ${address}. Quer deixar de os receber?`,
    others: 'As mensagens sobre a sua conta ou as suas encomendas, como os recibos, não são afetadas.',
    button: 'Cancelar a subscrição',
    instead: 'Em vez disso, escolher o que recebe',
    doneTitle: 'A subscrição foi cancelada',
    done: (name, address) => `${name} já não envia boletins para ${address}.`,
    doneWithoutAddress: 'Já não recebe boletins por meio desta ligação.',
    back: 'Se foi um engano, pode voltar na página de preferências.',
  },
  preferences: {
    title: 'As suas preferências de e-mail',
    intro: (name, address) => `O que ${name} pode enviar para ${address}.`,
    mail: (name) => `Boletins de ${name}`,
    yes: 'Sim, quero recebê-los',
    no: 'Não, não quero nenhum',
    topics: 'Temas',
    topicsHint: 'Escolha o que lhe interessa.',
    save: 'Guardar',
    saved: 'A sua escolha está guardada.',
    pending: 'Ainda não confirmou que quer estes boletins. Pode fazê-lo aqui.',
    bounced:
      'O e-mail para este endereço foi devolvido, por isso nada lhe é enviado. Aqui não se pode mudar: escreva ao remetente.',
    complained:
      'O e-mail para este endereço foi denunciado como spam, por isso nada lhe é enviado. Aqui não se pode mudar: escreva ao remetente.',
    stopped: (name) =>
      `${name} deixou de enviar e-mails para este endereço. Aqui não se pode mudar: escreva ao remetente.`,
    erased:
      'Nada é guardado sobre o endereço para o qual este e-mail foi enviado, por isso não há nada a definir.',
  },
  confirm: {
    title: 'Confirme a sua subscrição',
    ask: (name, address) => `Quer que os boletins de ${name} sejam enviados para ${address}?`,
    button: 'Sim, quero subscrever',
    doneTitle: 'A subscrição está confirmada',
    done: (name, address) => `${name} pode agora enviar boletins para ${address}.`,
    staleTitle: 'Esta ligação já não é atual',
    stale:
      'Algo mudou desde que foi enviada, e já não confirma nada. Se quer os boletins, inscreva-se de novo.',
  },
  notFound: {
    title: 'Esta ligação não funciona',
    text: 'Não está completa ou já não é atual: talvez o endereço para que servia tenha mudado.',
    advice: 'Abra de novo a ligação a partir do próprio e-mail, ou use a de um e-mail mais recente.',
  },
  unavailable: {
    title: 'Esta página não pode ser mostrada neste momento',
    text: 'A sua ligação está correta. Tente de novo dentro de alguns minutos.',
  },
  webVersion: 'E-mail',
  contentRemoved: {
    title: 'Já não está disponível',
    text: 'Este e-mail já não é guardado aqui. A cópia na sua caixa de correio continua sua.',
  },
};
