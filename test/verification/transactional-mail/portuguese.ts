import type { Sayings } from './situations.ts';

export const portuguese: Sayings = {
  receipt: [
    'O seu recibo da {p}',
    'Obrigado pela sua encomenda. Pagou 49,00 € com {b} e hoje foi debitado o cartão terminado em 4242. O recibo está na sua conta {p}.',
    'Ver recibo',
  ],
  reset: [
    'Redefinir a palavra-passe da {p}',
    'Foi pedida uma nova palavra-passe para a sua conta {p}. Se foi você, escolha-a na próxima hora. Se não, ignore esta mensagem: nada muda.',
    'Escolher palavra-passe',
  ],
  code: [
    '482 913 é o seu código {p}',
    'Introduza este código para entrar na {p}: 482 913. É válido por dez minutos. Nunca o pediremos por telefone.',
    'Abrir {p}',
  ],
  invoice: [
    'Fatura 2026-1107 da {p}',
    'A fatura de novembro está pronta: 129,00 € pelo plano de equipa, com vencimento a 30 de novembro. Pode pagar com cartão, transferência ou {b}.',
    'Pagar fatura',
  ],
  reminder: [
    'Lembrete: fatura 2026-1006',
    'A fatura 2026-1006 de 129,00 € continua por pagar. Se já pagou, ignore esta mensagem. Com os melhores cumprimentos, a contabilidade da {p}.',
    'Ver fatura',
  ],
  failedPayment: [
    'Não foi possível cobrar a sua subscrição',
    'O seu banco recusou o pagamento da subscrição {p}. Atualize o cartão ou pague com {b} para que a subscrição continue.',
    'Atualizar pagamento',
  ],
  signIn: [
    'Novo início de sessão na {p}',
    'A sua conta foi usada num dispositivo novo: Firefox em Linux, perto de Braga, às 14:02. Se foi você, está tudo bem. Se não, altere a palavra-passe.',
    'Ver dispositivos',
  ],
  addressChanged: [
    'O seu endereço de e-mail foi alterado',
    'O endereço da sua conta {p} é agora ada@example.com. Se não foi você, avise-nos no prazo de três dias.',
    'Não fui eu',
  ],
  shipped: [
    'A sua encomenda da {p} está a caminho',
    'Entregámos hoje de manhã a sua encomenda à {b}. Deve chegar na quinta-feira entre as dez e as duas. Não precisa de estar em casa.',
    'Seguir encomenda',
  ],
  event: [
    'Amanhã às 10:00: reunião com a Graça',
    'Lembramos a sua reunião de amanhã às 10:00, marcada com a {p} e guardada no seu calendário {b}. Para a mudar, use a ligação.',
    'Mudar a hora',
  ],
  invitation: [
    'A Graça convidou-o para a {p}',
    'Graça Lopes convidou-o para o espaço «Porto» na {p}. Pode entrar com a sua conta {b} ou escolher uma palavra-passe. O convite é válido por uma semana.',
    'Entrar no espaço',
  ],
  trialEnds: [
    'O seu teste da {p} termina em três dias',
    'O teste gratuito termina na sexta-feira. Para manter os seus projetos, escolha um plano até lá. Se não fizer nada, nada será cobrado.',
    'Escolher plano',
  ],
  accountCloses: [
    'A sua conta {p} será encerrada',
    'Pediu-nos para encerrar a sua conta. Será eliminada com todos os dados a 1 de dezembro. Se mudou de ideias, inicie sessão antes desse dia.',
    'Manter a conta',
  ],
  storageFull: [
    'O seu espaço na {p} está quase cheio',
    'Usa 9,4 de 10 GB. Quando estiver cheio, não poderá guardar ficheiros novos. Apague o que não precisa ou junte 100 GB por 2 € por mês.',
    'Gerir espaço',
  ],
  twoFactor: [
    'Ative a verificação em dois passos da {p}',
    'A sua equipa pede a verificação em dois passos a partir de 1 de dezembro. Com o {b} Authenticator ou outra aplicação demora um minuto. Sem ela não poderá entrar depois desse dia.',
    'Ativar',
  ],
  exportReady: [
    'A sua exportação da {p} está pronta',
    'A exportação que pediu está pronta: 1204 contactos, 18 MB. Pode descarregá-la durante 48 horas; depois é apagada.',
    'Descarregar',
  ],
  termsChange: [
    'Os nossos termos mudam a 1 de janeiro',
    'Os termos da {p} estão mais curtos e explicam o papel da {b} nos pagamentos. Aplicam-se a partir de 1 de janeiro. Se não concordar, pode cancelar antes sem custos.',
    'Ler os termos',
  ],
  refund: [
    'O seu reembolso de 24,90 € está a caminho',
    'Recebemos a devolução e reembolsámos 24,90 € na sua conta {b}. Pode demorar até cinco dias úteis. Obrigado por comprar na {p}.',
    'Ver reembolso',
  ],
  passwordChanged: [
    'A palavra-passe da {p} foi alterada',
    'A palavra-passe da sua conta foi alterada hoje às 9:41. Se foi você, está tudo bem. Se não, redefina-a e escreva-nos.',
    'Proteger a conta',
  ],
  confirmAddress: [
    'Confirme o seu e-mail para a {p}',
    'Bem-vindo à {p}! Confirme que este é o seu endereço para receber recibos e avisos de segurança. A ligação é válida por 24 horas.',
    'Confirmar endereço',
  ],
};
