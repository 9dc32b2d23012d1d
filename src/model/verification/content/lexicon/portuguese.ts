import type { Lexicon } from './lexicon.ts';

export const portuguese: Lexicon = {
  credential: `
    novo acesso ~ conta
    acesso ~ sua conta ~ novo/outro
    não reconheço ~ acesso/transferência/compra
    recomendamos ~ altere ~ senha
    confirme/verifique/atualize/valide/confirmar/verificar/atualizar/validar ~ seus/sua/suas/seu/os/conta/cadastro ~ dados/conta/identidade/cadastro/senha/informações/token
    confirme/verifique/atualize/valide ~ conta/cadastro/dados/senha
    atualização ~ cadastral/cadastro/segurança/dados
    recadastramento
    dados cadastrais
    digite/informe/envie ~ senha/token/código/cpf
    acesso/atividade/login/compra/transação/tentativa ~ suspeita/suspeito/incomum/não reconhecido/desconhecido
    senha ~ expira*/expirada/vence
    caixa de entrada/correio ~ cheia/cheio
    armazenamento ~ cheio/esgotado
    mensagens ~ pendentes/retidas/bloqueadas
    dispositivo ~ novo/não autorizado/desconhecido
    módulo de segurança
    senha de acesso
    internet banking ~ atualiz*/bloque*/expira*
    certificado ~ expira*/vence*/atualiz*
  `,
  wallet: `
    ! frase de recuperação/semente
    carteira ~ verificar/validar/conectar/sincronizar/bloqueada
    bitcoin/btc/cripto ~ saque/saldo/resgat*/grátis/disponível
    airdrop ~ resgat*/reivindi*
  `,
  threat: `
    bloqueio preventivo
    efetuar ~ desbloqueio
    dispositivo bloqueado
    conta/acesso/cartão/cpf/cnh/nome/serviço/valor ~ bloqueada/bloqueado/suspensa/suspenso/cancelada/cancelado/restrito/irregular/inativo/limitada
    bloqueio/suspensão/cancelamento ~ conta/cartão/acesso/cpf/imediato/definitivo
    evite/evitar ~ bloqueio/suspensão/cancelamento/multa/transtornos/penalidades/cobrança
    será ~ bloqueada/bloqueado/suspensa/cancelada/cancelado/desativada/negativado
    dentro de/em até ~ 24/48/72/horas
    24/48/72 horas
    último/última aviso/notificação/chance/dia/oportunidade/comunicado
    ! intimação/mandado ~
    processo ~ judicial/trabalhista/andamento/número
    notificação ~ extrajudicial/judicial
    protesto ~ cartório/título/nome
    negativação/negativado
    serasa/spc ~
    pendência/pendências ~ cpf/regulariz*/nome/fiscal
    regularize/regularizar ~
    medida de segurança
    suspeita de fraude
    multa ~ trânsito/pendente/aplicada/débito
  `,
  payment: `
    pagamento ~ recusado/pendente/não/falhou/rejeitado/atraso/urgente/aprovado
    fatura/boleto/débito/dívida ~ vencida/vencido/pendente/atraso/aberto/disponível/emitida/segue/vencimento
    segue/segunda ~ boleto/fatura/via
    compra ~ aprovada/retida/valor/análise/realizada/cartão
    cartão ~ dados/número/cvv
    atualize ~ pagamento/cartão/cobrança
    pix ~ enviado/recebido/pendente/agendado/chave/valor
    comprovante ~ anexo/pagamento/pix/depósito/transferência
    nota fiscal ~ anexo/emitida/eletrônica/disponível
    desconto ~ pague/quitar/dívida/boleto
    quitar/quite ~ dívida/débito
  `,
  renewal: `
    assinatura/plano/licença/antivírus/domínio/proteção ~ expirou/expirada/vence/vencida/renov*/cancelada/suspensa
    renove/renovar ~ agora/hoje/assinatura/plano
    renovação automática
  `,
  delivery: `
    pacote/encomenda/entrega/pedido/objeto/remessa ~ retido/retida/aguardando/pendente/suspensa/suspenso/taxado/tributado/devolvido/parado/fiscalização/liber*
    taxa ~ alfandegária/entrega/importação/envio/liberação/liberar
    alfândega
    tentativa de entrega
    não ~ entregue/entregar/possível ~ entrega
    liberar/liberação ~ encomenda/pacote/envio/entrega/objeto/pedido
    rastrear/rastreie/rastreamento ~ encomenda/pacote/objeto/pedido/código
    endereço ~ incompleto/incorreto/insuficiente
    reagend* ~ entrega
    agendar ~ entrega
  `,
  prize: `
    você tem pontos
    acumulou pontos
    troque ~ pontos/passagens
    efetue/efetuar ~ resgate
    resgate imediato
    sua chance
    oferta exclusiva
    parabéns
    você ~ ganhou/selecionado/sorteado/ganhador/contemplado/escolhido/premiado
    resgate/resgatar/receba/garanta/retire ~ seu/seus/sua/prêmio/pontos/vale/brinde/bônus/cupom/presente/recompensa
    prêmio/brinde/pontos/vale/recompensa ~ aguard*/disponível/expira*/vencer/vencem/resgat*/liberado
    pontos ~ expirar/expiram/vencer/vencendo/acumulados/resgat*/troc*/vencimento
    responda ~ pesquisa/perguntas/questionário
    pesquisa ~ prêmio/ganhe/recompensa/satisfação
    concorra a
    sorteio ~
    última chance
    rodadas grátis
    vale presente
  `,
  advanceFee: `
    viúva ~ doente
    fundo ~ donativos/doação
    quero ~ doar
    ajudar ~ órfãos/viúvas
    sou a sra
    sou o sr/dr
    cópia ~ passaporte/documento
    taxa de processamento
    milhões/milhão de ~ dólares/euros/reais
    herança ~
    beneficiário ~ fundo/fundos/pagamento
    doação ~ valor/milh*/você/receber
    empréstimo ~ aprovado/liberado/oferta/consignado/taxa/juros/pré
    crédito ~ aprovado/liberado/pré/disponível
    proposta de negócio/negócios
    entre em contato ~ email/comigo/urgente
    confidencial*
    indenização ~ receber/valores/direito
    valores ~ receber/esquecidos/liberados
    precatório*
  `,
  callback: `
    ligue ~ imediatamente/para/central/cancelar/0800
    caso não reconheça
    não reconhece ~ compra/transação/ligue
    central de ~ atendimento/segurança ~ 0800/ligue
    0800 ~
  `,
  refund: `
    saldo ~ liberado/disponível/receber
    liberado/liberados/liberada para saque/restituição/resgate
    parcela ~ liberada
    pendente/pendentes de saque
    liberação ~ saque/crédito/pendente/irpf
    restituição ~ imposto/disponível/pendente/liberada/receber
    imposto de renda ~ pendência/malha/irregular*/restituição
    malha fina
    reembolso ~ disponível/pendente/receber/aprovado/solicit*
    valores a receber
    auxílio/benefício ~ liberado/disponível/cadastro/receber
  `,
  profit: `
    renda extra
    ganhe/ganhar/fature ~ por/dia/dinheiro/semana/mês
    dinheiro ~ online/fácil/rápido
    saque ~ disponível/liberado/aprovado/pendente
    trabalhe ~ casa
    transferência ~ aprovada/pendente/disponível/recebida
    lucro ~ garantido/diário
  `,
  document: `
    instruções ~ arquivo/anexo
    arquivo ~ em anexo
    passo a passo ~ anexo/arquivo
    documento/arquivo/nota ~ anexo/compartilhado/disponível/assin*
    segue ~ anexo
    em anexo
    visualizar/baixar/abrir/consultar ~ documento/arquivo/anexo/boleto/fatura/processo/intimação/nota
    clique ~ visualizar/baixar/abrir
  `,
  urgency: `
    urgente
    imediatamente
    imediato/imediata
    agora mesmo
    última chance
    só hoje
    somente hoje
    últimas horas
    não perca
    não deixe ~ última/passar
    o quanto antes
    por tempo limitado
  `,
  callToAction: `
    clique ~ aqui/abaixo/botão/link
    clicando ~ aqui/link/abaixo
    acesse ~ aqui/agora/link/abaixo
    resgatar/regularizar/atualizar/confirmar/verificar/pagar/desbloquear/consultar ~ agora/aqui/pontos
    saiba mais
  `,
  anyonesGreeting: `
    caro/prezado/estimado/cara/prezada/querido cliente/usuário/consumidor/correntista/contribuinte/amigo/senhor/titular
    olá cliente
    sr/sra cliente
  `,
  optIn: `
    você ~ criou/cadastrou/se inscreveu/comprou/assinou
    seu ~ teste/período/plano/curso
    você ~ recebendo/recebeu ~ porque/pois
    porque ~ se inscreveu/cadastrou/assinou/cliente
    obrigado/obrigada por ~ inscrever/comprar/compra/cadastrar/assinar/inscrição/pedido
    seu/sua ~ pedido/inscrição/assinatura/reserva/consulta/compra
    visualize/visualizar ~ navegador
    preferências ~ email
    nesta edição
    caso não ~ deseje/queira ~ receber/mais
  `,
  warning: `
    nunca/jamais/ninguém ~ pedirá/pedirão/liga
    burla/burlas/burlões/golpista
    golpistas/criminosos/fraudadores
    email/mensagem/mensagens/site falso/falsa/falsas
    nunca ~ solicita*/pedimos/pede/compartilhe
    não compartilhe
    se você não ~ solicitou/fez ~ ignore
    ignore ~ email/mensagem
    cuidado com ~ golpe/golpes
    golpes ~
  `,
  pitch: `
    trabalhamos com ~
    vi que ~
    notei que ~
    gostaríamos de ~ apresentar/oferecer/propor
    somos fabricantes/fornecedores/especializados
    reduzir/reduzimos ~ custos/faltas/gastos
    vi/encontrei/notei/percebi/conheci ~ sua/seu/vocês/que ~ empresa/site/perfil/trabalho/negócio
    me deparei ~
    ajudamos/ajudo/ajudar ~ empresas/negócios/clientes/clínicas/lojas ~ como/a
    empresas como a sua
    gostaria de ~ apresentar/propor/oferecer/conversar/saber/entender
    estou entrando em contato
    entro em contato
    somos ~ agência/empresa/especializad*/fabricante/fornecedor
    aumentar ~ vendas/faturamento/clientes/receita
    mais ~ clientes/leads/vendas/reuniões
    diagnóstico/análise/demonstração gratuit*
    geração de leads
    captação de clientes
  `,
  smallTalk: `
    oferecemos ~
    posso/podemos ~ apresentar/ligar/conversar/enviar
    gostaria/gostariam de ~ receber/conhecer/saber
    sua/seu/vossa/vosso ~ empresa/site/loja/clínica/restaurante/hotel/escritório/negócio
    nossos/nosso ~ clientes/serviços/catálogo/portfólio
    orçamento ~
    tabela de preços
    se ~ interesse/interessar
    por mês
    bom dia tudo bem
    tudo bem
    não quer ~ receber
    sem interesse
    prezados
    no aguardo
    enviamos ~ catálogo
    pedido mínimo
    meu nome é
    sem compromisso
    teria interesse
    faz sentido
    pergunta rápida
    fico no aguardo
    fico à disposição
    aguardo ~ retorno/resposta
    o que acha
    posso ~ enviar/mandar/mostrar
  `,
  meeting: `
    tenho horário/agenda
    demonstração ~ gratuita/rápida
    amanhã às
    10/15/20/30 minutos ~ conversa/conversar/semana/falar/chamada/reunião/papo
    conversa/bate/reunião/chamada/ligação ~ rápida/breve/papo/minutos
    bate papo
    agendar/marcar ~ reunião/conversa/call/chamada/horário
    disponibilidade ~ semana/conversar
    tem ~ disponibilidade/horário/tempo ~ semana
    próxima/esta semana ~ conversar/reunião/horário
    conversar ~ 10/15/20/minutos/semana/rapidamente
  `,
  probe: `
    contato do ~ responsável
    informar o contato
    pessoa ~ certa/responsável/correta/indicada
    quem ~ responsável/cuida/decide
    responsável ~ pela/pelo/por ~ área/setor
    me indicar
    encaminhar ~ responsável/pessoa
    é você/o senhor ~ responsável/cuida
  `,
  bump: `
    meu/minha último/última/email/mensagem anterior/email/mensagem/contato
    não ~ tive/obtive/recebi ~ retorno/resposta
    retomando ~ contato/email/conversa
    dando seguimento
    conseguiu ~ ver/ler/analisar
    última ~ tentativa/mensagem/vez ~ contato/que/email
    voltando ~ aqui/email/contato/assunto
    passando ~ para/lembrar/saber
    sei que ~ ocupado/ocupada/corrida
  `,
  acquiredList: `
    encontrei/achei/peguei/obtive ~ seu/sua ~ contato/email/perfil ~
    encontrei você
    seu ~ perfil/contato ~ linkedin/google/internet/site
    lista ~ comprada/adquirida
    disponível publicamente
  `,
  listSale: `
    lista/listas/mailing/base/banco ~ emails/contatos/leads/empresas ~ atualizad*/segmentad*/venda/verificad*
    leads ~ qualificados/verificados/segmentados
    lista de emails/contatos
    mailing ~ atualizado/segmentado
  `,
  linkBuilding: `
    guest post
    artigo/post ~ convidado/patrocinado/publicar
    troca de links
    backlink*
    seus leitores
    link ~ quebrado/inserir/incluir
    parceria ~ conteúdo/link/blog/artigo
  `,
  recruiting: `
    seu perfil ~ chamou/interess*/adequ*/vaga
    vaga ~ oportunidade/para/de ~
    oportunidade ~ profissional/carreira/emprego/vaga
    candidatos ~ qualificados/vaga
    enviar/envie ~ currículo
    recrutador*/recrutamento
  `,
  fundraising: `
    rodada ~ investimento/captação/seed
    investidores ~ buscando/busca/interessad*
    captando ~
    capital de giro
    pitch deck
    comprar/vender sua empresa
  `,
  noRelationship: `
    não nos conhecemos
    você não me conhece
    ainda não ~ conhecemos/conversamos
    desculpe ~ contato/incomod*/invasão
    espero que ~ esteja/email/mensagem ~ bem/encontre
    prezados senhores
    me indicou ~
  `,
};
