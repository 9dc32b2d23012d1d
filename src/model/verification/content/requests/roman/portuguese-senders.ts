import type { ConceptPhrases } from '../concept.ts';

/** Approaches without a business relationship, and voices of institutions. */
export const portugueseSenders: ConceptPhrases = {
  firstContact: `encontrei/deparei/vi/visitei/descobri/estava vendo + seu site/sua empresa/seu perfil/vosso site/vossa empresa/teu perfil/sua loja
    sou/lidero/trabalho para/trabalho com/somos/faço parte + fundador*/ceo da/agência/startup/comercial/consultor*/especialista em/estúdio
    seu contato/seu contacto/vosso contacto/seus dados/teu contacto + no google/no linkedin/na internet/online/pelo linkedin
    meu nome é/chamo-me/me chamo/sou o fundador/sou fundador/trabalho na/somos uma/somos especializados/entro em contato/entro em contacto
    pessoa certa/pessoa indicada/pessoa responsável/quem é o responsável/quem cuida/quem trata`,
  askMeeting: `15 minutos/20 minutos/30 minutos/10 minutos/conversa rápida/breve conversa/ligação rápida/demo + semana/disponib*/interess*/agend*
    uma conversa/uma chamada/uma reunião/bate-papo/um café/reunião rápida + terça/quinta/próxima semana/esta semana
    uma conversa/uma chamada/uma reunião/bate-papo/um café/reunião rápida + agend*/faz sentido/que acha/o que acha
    teria/teriam/tem/tens/terias/estaria/estarias + disponibilidade/disponível/uns minutos/alguns minutos
    teria/teriam/tem/tens/terias/estaria/estarias + 15 minutos/10 minutos/15 min/uma conversa/um horário
    podemos/poderíamos/posso/gostaria de/proponho/bora/vamos + conversar/marcar/agendar/reunir/ligar/apresentar
    podemos/poderíamos/posso/gostaria de/proponho/bora/vamos + mostrar/uma reunião/uma conversa/um café`,
  introduceService: `ajudamos/ajudo/oferecemos/apoiamos/nossa agência/nossa equipe/nossa equipa + empresas/negócios/clientes/marcas/vendas/seo/leads
    oferecemos/nossa agência/desenvolvemos/nossos desenvolvedores + posicionamento/desenvolvimento/outsourcing/terceiriz*/sites/tráfego/marketing
    aument*/dobr*/duplic*/reduz* + suas vendas/sua faturação/seu faturamento/seus custos/seu tráfego/vossas vendas/vossos custos/seus clientes
    desenhamos/criamos/desenvolvemos/fabricamos/fornecemos/somos especialistas + sites/aplicativos/aplicações/software/empresas/produtos/clientes
    somos especializados/trabalhamos com + sites/aplicativos/aplicações/software/empresas/produtos/clientes
    seu site/vosso site/sua loja/sua página + google/seo/posicion*/lento/erros/redesenh*/melhor* + clientes/grátis/gratuit*/vendas/visitas
    mais/novos + clientes/leads/reuniões/vendas/agendamentos + por mês/todo mês/todos os meses/garanti*/qualificados
    mais/novos + clientes/leads/reuniões/vendas/agendamentos + sem compromisso/para sua empresa/para o seu negócio
    auditoria gratuita/sem compromisso/orçamento gratuito/orçamento grátis/análise gratuita/diagnóstico gratuito/estudo de caso/caso de sucesso`,
  followUp: `semana passada/há alguns dias/há dias/recentemente/dias atrás + escrevi/contactei/enviei/mandei/entrei em contato
    meu e-mail anterior/meu email anterior/meu último e-mail/meu último email/minha última mensagem/minha mensagem anterior/último contato que fiz
    dar seguimento ao/dando seguimento/fazer follow-up/fazendo um follow-up/não obtive resposta/não tive retorno/não recebi retorno
    aguardo seu retorno/volto a escrever/retomar o contato/retomar o contacto/não tive resposta/última tentativa/conseguiu ver/conseguiste ver
    teve oportunidade/teve tempo de/chegou a ver/sobre o meu e-mail/sobre meu e-mail/retomando meu/escrevo novamente/passando para lembrar`,
  sellList: `base de dados/banco de dados/lista de e-mails/lista de emails/mailing/lista de participantes + compr*/preço*/venda/orçamento
    contatos/contactos/registros + verificados/segmentados/decisores/tomadores de decisão/b2b + preço*/compr*/venda/adquir*
    decisores/empresas/diretores/gestores + e-mails/emails/telefones/contatos/contactos + lista/listagem/base/preço*/compr*`,
  exchangeLinks: `link/links + troc*/inserir/publicar/permuta + seu blog/seu site/vosso site/teu blog
    artigo/conteúdo/texto + seu blog/seu site/vosso site/vosso blog + public*/link/escrev*/pag*/parceria
    guest post/artigo convidado/troca de links/backlink*/artigo patrocinado/post patrocinado/publieditorial/link dofollow/link building`,
  recruit: `vaga/oportunidade profissional/cargo/posição/candidat*/oferta de emprego + seu perfil/teu perfil/meu cliente/salário/currículo/cv
    candidatos/talentos/profissionais/colaboradores + recrutamento/seleção/headhunt*/disponíveis/terceiriz*/trabalho temporário
    em casa/trabalho remoto/home office/teletrabalho + por dia/por semana/sem experiência/ganh*/diários/semanais
    meio período/horário flexível/renda extra + por dia/por semana/sem experiência/ganh*/diários/semanais
    sem experiência/não é necessária experiência/não precisa de experiência/não exige experiência + ganh*/whatsapp/telegram/por dia
    seu cv/teu cv/seu currículo/seu perfil/teu perfil + chamou/selecionado/interessante/pré-selecionad*/aprovado`,
  authority: `
    receita federal/autoridade tributária/portal das finanças/serviço de finanças/as finanças/segurança social/polícia judiciária/polícia federal
    inss/detran/alfândega/tribunal/ministério/ministério público/câmara municipal/prefeitura/procuradoria/denatran/senatran/cartório
    oficial de justiça/poder judiciário/agente de execução/gov br/justiça federal/polícia civil/gnr/polícia de segurança pública
    secretaria da fazenda/autoridade nacional de segurança rodoviária`,
  bank: `seu banco/teu banco/banco online/internet banking/homebanking/central de segurança/segurança bancária/departamento de fraude*
    departamento antifraude/setor antifraude/central de cartões/apoio ao cliente banco/caixa agrícola/banco digital/gerente de conta/banco central`,
  carrier: `
    serviço de entrega*/serviço postal/transportadora/centro de distribuição/empresa de entregas/serviço de encomendas/estafeta/centro de tratamento`,
  insurer: `plano de saúde/seguro de saúde/seguro saúde/sistema de saúde/seguradora/operadora de saúde/cartão de saúde`,
  provider: `seu provedor/sua operadora/seu fornecedor/departamento de faturação/setor de cobrança/departamento de cobrança/serviço de streaming
    setor financeiro/operadora de telefonia/fornecedor de energia/companhia elétrica/apoio a assinaturas`,
  exchange: `corretora de criptomoedas/corretora cripto/plataforma cripto/suporte wallet/plataforma de negociação/suporte da carteira`,
  itDesk: `departamento de informática/suporte técnico/suporte de ti/departamento de ti/equipe de ti/equipa de ti/equipa de informática
    administrador do sistema/administrador de e-mail/administrador de email/administrador do e-mail/suporte informático/apoio informático
    central de serviços/serviços de informática/suporte de e-mail/suporte webmail/equipe de suporte de e-mail/gabinete de informática`,
  staffOffice: `
    recursos humanos/departamento de rh/setor de rh/equipe de rh/equipa de rh/departamento pessoal/processamento salarial/gestão de pessoas`,
  boss: `diretor geral/diretora geral/director geral/diretor executivo/presidente executivo/administrador executivo/diretor financeiro/sócio-gerente
    sócio administrador/seu diretor/diretor presidente/presidente da empresa`,
};
