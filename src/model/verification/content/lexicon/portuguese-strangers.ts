import type { Lexicon } from './lexicon.ts';

export const portugueseStrangers: Lexicon = {
  introduction: `
    me chamo
    chamo me
    meu nome é
    o meu nome é
    sou ~ da/do/fundador*/especialista/consultor*/gerente/diretor*/comercial/responsável
    somos ~ agência/empresa/fabricantes/fabricante/fornecedores/fornecedor/estúdio/equipe/equipa/especialistas/especializada/produtores/distribuidora
    nossa/a nossa empresa ~
    produzimos/fabricamos/fornecemos/distribuímos/importamos/exportamos/instalamos/desenvolvemos/alugamos
    trabalho com ~
    entro/estou/entramos ~ em contato/contacto
    escrevo ~ lhe/para/porque/em
    venho ~ por/apresentar
    gostaria/gostaríamos de ~ apresentar
    em nome ~ da/do/de
    represento
  `,
  readersBusiness: `
    sua/seu/vossa/vosso ~ empresa/negócio/loja/site/página/restaurante/hotel/clínica/escritório/agência/equipe/equipa/marca/podcast/blog/programa/adega/armazém/frota/setor/oficina/organização/instagram/consultório
    seus/suas/vossos/vossas ~ clientes/pacientes/leitores/ouvintes/vendas/custos/concorrentes/funcionários/instalações/campanhas/anúncios/fretes/veículos/contas
    site/instagram/perfil/página ~ de vocês/da empresa
    empresas/negócios/lojas/clínicas/restaurantes como
    no seu/vosso ~ setor/segmento/mercado
    exmo/exma/exmos ~ senhor/senhora/senhores/sr
    prezado ~ senhor/senhores/empresário
  `,
  trade: `
    leads/prospecção/captação
    tráfego/seo/google ads
    criação ~ sites/site
    desenvolvimento ~ web/software/sistemas/sites
    orçamento/cotação
    tabela/catálogo/amostras/amostra
    pedido mínimo
    atacado/fabricante/fornecedor
    faturamento/faturação
    limpeza ~ escritórios/comercial
    energia solar/painéis
    financiamento/crédito/capital/antecipação
    patrocin*/estande/stand
    parceria/colaboração
    comissão
    candidatos/recrutamento
    reduzir/economizar/poupar/economia ~ custos/conta/despesas/frete
    transporte/frete
    base de dados/contatos
    terceiriz*
    sem custo
    proposta ~ comercial
    nome de domínio
    redesign/refazer ~ site
    vídeo/vídeos ~ institucional/promocional
    maquininha/pabx/telefonia
    conta de ~ luz/energia
    uniformes/embalagens/brindes
    tradução/legendas
    lgpd/rgpd/cibersegurança
    treinamento/formação ~ equipe/equipas/colaboradores
    subsídios/incentivos
    máquina/máquinas de café
    mailing/disparos
    marketing digital
    rolhas/cortiça/azulejos/têxtil
  `,
  proof: `
    já ajudamos/ajudei/atendemos
    conseguimos/conseguiu/conseguiram ~ aumentar/reduzir/economizar
    economizou/economizaram/aumentou/aumentaram/dobrou
    caso/casos de sucesso
    nossos clientes ~ economizam/conseguem/têm
    mais ~ agendamentos/pedidos/vendas/clientes
    por cento ~ mais/menos
    anos de experiência/mercado
    sem ~ fidelidade/risco/custo/compromisso
    há ~ gerações/anos
    resultados ~ em/garantidos
  `,
  smallAsk: `
    interesse/interessa/interessado/interessada/interessaria
    teria/teriam/têm/tem ~ interesse/minutos/disponibilidade/tempo
    posso/podemos/poderia/poderíamos ~ enviar/mostrar/ligar/mandar/passar/apresentar/agendar/visitar/marcar/te
    estaria/estariam ~ disponível/disponíveis/interessad*/abert*
    faria/faz sentido
    o que acha/acham
    quando ~ posso/podemos/poderia/seria
    com quem ~ posso/falo/poderia
    me responde/responda/avisa/avise/diga
    basta responder
    responda ~ sim/este/com
    topa
    marcamos
    fico ~ aguardo/disposição
    gravei um ~ vídeo
    dar uma ~ olhada
    uma call
  `,
  replyOptOut: `
    não ~ tenho/tem/tiver interesse
    não ~ receber mais
    não ~ entrar/entrarei ~ contato
    desculp* ~ incômodo/incomod*/incómodo/contato
    se não ~ for/é/faz ~ pessoa/você/sentido/responsável
    responda ~ sair/não/pare
    caso não ~ interesse
  `,
  flattery: `
    parabéns ~ pelo/pela
    adorei/amei/gostei ~ do/da/seu/sua/o/a
    acompanho/sigo ~ seu/sua/o/a/vocês
    chamou ~ atenção
    excelente/ótimo/belo/incrível/lindo trabalho/conteúdo/projeto
    impressionad*
    sou ~ fã
  `,
  pitch: `
    vi/vimos/notei/reparei/percebi/analisei/visitei ~ que/o/a/seu/sua/vosso/vossa
    dei uma olhada
    estava ~ navegando/olhando/pesquisando/vendo
    precisa/precisam/procura/procuram ~ de
    quanto ~ paga/perde/custa
    está/estão ~ satisfeit*
    podemos/poderíamos ~ ajudar/oferecer
    quer/querem ~ vender/aumentar/reduzir ~ mais
    passando batido
    proposta ~ para/sua
    imagine ~ se/ter
  `,
  bump: `
    te/lhe/vos ~ escrevi/mandei/enviei
    enviei/mandei ~ email/mensagem/proposta
    sem ~ resposta/retorno
    última ~ mensagem/tentativa
    reforçando/relembrando/insistindo
  `,
  probe: `
    quem ~ trata/gere/cuida/decide/compra/responsável
    você ~ cuida/responsável ~ por/pela/pelo
    pode ~ indicar/encaminhar/passar ~ quem/contato/contacto
    com quem ~ falar/falo
    a pessoa ~ que/certa
  `,
  meeting: `
    10/15/20/30 minutos ~
    quinze/vinte minutos
    um café
    passar aí
    posso ~ ligar
    nos receber
  `,
  recruiting: `
    meu/nosso cliente ~ procura/busca
    confidencial
    candidato/candidata ~ para/disponível
    aberto/aberta a ~ propostas/novas/ouvir
    sua/vossa ~ vaga/anúncio
  `,
  noRelationship: `
    sem nos conhecermos
    fontes públicas
  `,
  relation: `
    você/vocês/nos ~ pediu/pediram/solicitou/testou/importou/ativou/criou
    como ~ combinado/combinámos/combinamos/prometido/acordado
    sua/seu/tua/teu ~ teste/período de teste/avaliação gratuita/pedido de orçamento
    no nosso ~ stand/estande
    prezado/prezada/prezados/caro/cara/caros/estimado/estimados ~ cliente/clientes/fornecedor/fornecedores/associado/associados
    ainda não ~ criou/configurou/completou/convidou/concluiu
    complet* ~ seu/o perfil
    convide ~ equipe/equipa/colegas/amigos
    fazer upgrade
    cancelar/cancele ~ qualquer momento
    a maioria ~ usuários/utilizadores/membros
    nossos usuários/utilizadores
    indique um amigo
    de 0/1 a 10
    central de ajuda
    suas/seus ~ configurações/resultados/preferências/progressos
    na/no sua/seu ~ conta/painel/perfil
    seu/sua/teu/tua/vossa/vosso pedido
    seu/sua/teu/tua/vossa/vosso ~ inscrição/assinatura/reserva/consulta/compra/conta/fatura/plano/matrícula/ingresso/bilhete/doação/quota/mensalidade/encomenda/entrega/curso/aula/vaga/estadia/visita/cadastro
    você/te/se/vocês ~ inscreveu/cadastrou/comprou/assinou/reservou/cancelou/pediu/baixou/participou/criou/doou/agendou/registou/encomendou
    lista de espera
    sócios/associados
    solicitou/pediu ~ a/o/para
    anos ~ connosco/conosco
    a direção/diretoria
    antigos alunos
    ex alunos
    boas vindas
    bem vindo/vinda/vindos
    obrigado/obrigada ~ por/pela/pelo ~ pedido/compra/inscrição/reserva/apoio/doação/visita/confiança/paciência/preferência/participar/ser/fazer/assin*
    até ~ breve/logo/amanhã/sábado/domingo/lá
    nos vemos
    como ~ membro/sócio/sócia/cliente/assinante/voluntário/aluno/associado
    caros/caras/caro/cara/queridos/queridas/estimados/prezados ~ sócios/membros/pais/amigos/leitores/clientes/alunos/associados/vizinhos/sócio/sócia/cliente/aluno/condôminos
    nossos ~ sócios/leitores/assinantes/alunos/voluntários/doadores/membros
    você ~ recebe/recebeu/está recebendo ~ porque/este
    assembleia ~ geral
    nova versão
    novidades
    horário ~ funcionamento
    pesquisa/inquérito ~ de/satisfação
    próxima/próximo ~ aula/sessão/ensaio/reunião/encontro
    número do/de pedido/cliente/sócio
    boletim
    senha/palavra passe
    política de privacidade
    termos/condições ~ uso/serviço/gerais
    vence/expira/caduca ~ em/no/dia
    seu/sua ~ apólice/seguro
    sorteio/concurso
    sentimos ~ sua falta
    recomendar ~ nos/amigo
    seu/sua filho/filha
    código de ~ verificação/segurança
    ignore ~ mensagem/email
    não ~ solicitou/pediu
    sua opinião
  `,
  circle: `
    já disponível
    agora ~ pode/podem
    novo recurso
    novos recursos
    nova funcionalidade
    apresentamos
    compre agora
    cupom/cupão
    válido/válida até
    enquanto durarem
    receita/receitas
    notícias/atualidades
    este mês
    olá a ~ todos/todas
    queridos/caros ~ todos/amigos
    inscrições ~ abertas/até
    ingressos/bilhetes
    portas abertas
    programação/temporada/concerto/festa/natal
    doar/doação/doações/voluntários
    leia mais
    promoção/frete grátis
    webinar
    escola/paróquia/coro/museu/biblioteca/teatro/clube
  `,
};
