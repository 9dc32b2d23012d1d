import type { ConceptPhrases } from '../concept.ts';
import { portugueseSenders } from './portuguese-senders.ts';

/** Forms of Brazil and Portugal. */
export const portuguese: ConceptPhrases = {
  ...portugueseSenders,
  signIn: `
    inicie sessão/iniciar sessão/faça login/fazer login/faça o login/entre na/acesse/aceda/aceder/acessar + conta/portal/perfil/webmail/painel
    acesse/aceda/aceder/acessar/entre + sua conta/tua conta/área de cliente/área do cliente/homebanking/internet banking/caixa de correio/conta gov
    digite/insira/introduza/informe/preencha + senha/palavra-passe/credenciais/código de acesso/nome de utilizador/usuário
    senha/palavra-passe + expir*/redefin*/manter/alterar/repor/atual/vence
    com o seu/com a sua/com os seus/com suas + e-mail e senha/email e palavra-passe/credenciais/utilizador e + entr*/acess*/aced*/inici*
    com o seu/com a sua/com os seus/com suas + usuário e/dados habituais/dados de acesso + entr*/acess*/aced*/inici*
    sessão + expirou/expirada/expirado/terminada/encerrada + inici*/entr*/novamente/novo
    não fui eu/não foste tu/se não foi você/se não foste/não foi você/não reconhece + bloque*/cancel*/proteg*/conta/acesso/anul*
    restabelec*/recuper*/desbloque*/reativ*/restaur*/regulariz*/liber* + sua conta/tua conta/seu acesso/o acesso/seu cartão/conta
    inicie sessão/iniciar sessão/faça login/fazer login/faça o login/entre na sua + agora/novamente/de novo/aqui/para ler/para ver/para evitar`,
  confirmIdentity: `verifi*/confirm*/valid*/autenti* + sua conta/a conta/identidade/seus dados/os dados/teus dados/suas informações/dados pessoais
    atualiz*/regulariz* + seus dados/os dados/dados cadastrais/cadastro/suas informações/dados pessoais/seu perfil/cpf
    confirmação de/confirmação dos/verificação de/validação de/validação dos + dados/conta/identidade/informações
    cartão de cidadão/documento de identidade/passaporte/carta de condução/cnh/rg/selfie + envi*/carreg*/anex*/cópia/foto
    foto/cópia/selfie/frente e verso/digitalização + documento de identidade/documento com foto/rg/cnh/cartão de cidadão/passaporte
    verificação/validação/autenticação/identificação + complet*/conclu*/realiz*/obrigatóri*/necessári*/finaliz*/pendente
    recadastramento/prova de vida + complet*/conclu*/realiz*/obrigatóri*/necessári*/finaliz*/pendente
    complet*/preench*/renov* + seus dados/os seus dados/cadastro/suas informações/sua situação/seu perfil`,
  giveBankData: `número do cartão/dados do cartão/cartão de crédito/cartão de débito/cvv + inser*/introdu*/inform*/digit*/forne*/atualiz*/confirm*
    dados bancários/conta bancária/iban/nib/chave pix/número da conta + inser*/introdu*/inform*/forne*/atualiz*/confirm*/envi*/respond*
    método de pagamento/forma de pagamento/meio de pagamento/dados de pagamento + atualiz*/recusad*/expir*/verifi*/vencid*
    mb way/mbway/token do/token de segurança/cartão matriz/código de segurança + inser*/ativ*/digit*/confirm*/desbloque*
    número do cartão/16 dígitos + cvv/cvc/validade/código de segurança/pin
    pagamento/cobrança/débito/cartão + recusad*/falhou/não foi aprovad*/não foi possível/rejeitad* + atualiz*/novo/outro cartão/método/dados
    iban/conta bancária/chave pix/nib + para receber/para o reembolso/para o depósito/creditar/depositar/devolver/informe`,
  changedBankDetails: `novo*/nova*/alter*/mudou/mudamos/troc*/atualizad* + dados bancários/conta bancária/iban/nib
    novo*/nova*/alter*/mudou/mudamos/troc*/atualizad* + chave pix/número da conta/conta para depósito
    conta anterior/conta antiga/conta atual/conta bancária + encerrad*/bloquead*/já não/auditoria/desativad*/não usamos mais/não utilizar
    próximos/futuros/pendentes/todos os + pagamentos/transferências/faturas/boletos + conta/iban/pix
    pag*/transf*/deposit*/pix + nova conta/novo iban/seguinte conta/conta abaixo/outra conta/conta indicada/nova chave
    nosso banco/nossa conta/nossos dados bancários/nosso iban/nossa chave + mud*/alter*/nov*/encerrad*/atualizad*`,
  payrollChange: `salário/vencimento/ordenado/folha de pagamento + conta bancária/nova conta/iban/alter*/mudar/atualizar/dados bancários
    recibo de vencimento/contracheque/holerite/aumento salarial/recibo de salário + consult*/confirm*/assin*/baix*/visualiz*/descarreg*
    meu salário/meu ordenado/meu vencimento/meu pagamento de salário + conta/banco/iban/mud*/alter*/próxim*
    contracheque/holerite/recibo de vencimento/bônus/reajuste salarial/saldo de férias + acess*/aced*/confirm*/assin* + rh/salari*/recursos`,
  giftCards: `cartão presente/cartões presente/vale-presente/vales-presente + compr*/adquir*/arranj*/rasp*
    cartões oferta/gift card*/cartões google play + compr*/adquir*/arranj*/rasp*
    cartões presente/vale-presente/vales-presente/cartões oferta/gift card*/google play/paysafe* + códigos/foto*/reembols*/envie-me/me envie/manda*
    cartões/vales + rasp*/os códigos/foto dos`,
  payInvoice: `fatura/factura/boleto/nota fiscal/saldo/débito/valor/duplicata + vencid*/em atraso/em aberto/não pag*
    fatura/factura/boleto/nota fiscal/saldo/débito/valor/duplicata + por liquidar/por regularizar/em dívida
    último aviso/aviso de cobrança/lembrete de pagamento/notificação de débito + pagar/pague/regulariz*/liquid*/dívida
    transferência/transferir/pagamento/pix + hoje/urgente/com urgência/fornecedor/imediato/ainda hoje/o quanto antes
    luz/energia/eletricidade/gás/fornecimento + corte/cortada/cortado/interrupção/interrompid*/suspensão/desligad*/religação
    inadimplência/débito pendente/dívida/valor em dívida/pendência financeira/montante em dívida + pag*/liquid*/regulariz*/quit*
    transferência/transferência imediata/transferência urgente + faz*/faça/realiz*/efetu*/process*/providenci* + hoje/urgente/fornecedor/agora
    pix/ted/pagamento + faz*/faça/realiz*/efetu*/process*/providenci* + hoje/urgente/fornecedor/agora
    corte/desligamento/suspensão do fornecimento + agendad*/programad*/evit*/amanhã/aviso de/débito + pag*/débito/fatura/energia`,
  scanCode: `escane*/digitaliz*/leia/ler/aponte/scannear + código qr/qr code/qrcode/câmara/câmera
    código qr/qr code/qrcode + abaixo/em anexo/telemóvel/celular/câmera/câmara/seguinte
    celular/telemóvel/câmera/câmara + escane*/aponte/leia + código/imagem/abaixo`,
  grantAccess: `conced*/autoriz*/permit*/aceit*/aprov* + o acesso/acesso a/acesso ao/permiss*/o aplicativo/a aplicação
    anydesk/teamviewer/acesso remoto/assistência remota/suporte remoto + instal*/baix*/descarreg*/abra/abrir/execut*
    conect*/vincul*/associ*/ligue + conta google/conta microsoft/conta de email/conta de e-mail/sua conta
    conector/extensão/integração/complemento/aplicativo de terceiros/aplicação de terceiros + autoriz*/aprov*/aceit*/consent*/permit*
    em nome da sua organização/em nome da organização/em nome da empresa/dar consentimento/conceder consentimento/acesso à sua caixa
    acesso à caixa de correio/acesso à caixa de entrada/ler e enviar e-mails/ler e gerir`,
  openFile: `
    abra/abrir/ver/visualiz*/baix*/descarreg*/consult*/acess* + documento*/arquivo*/ficheiro*/anexo/pdf/contrato/mensagem de voz/comprovante
    compartilhado/compartilhou/partilhado/partilhou + documento*/arquivo*/ficheiro*/pasta + consigo/com você/contigo/abrir/ver
    ativ*/habilit* + macros/conteúdo/edição
    segue em anexo/em anexo/segue anexo/documento anexo + assin*/abra/abrir/baix*/visualiz*/confira/preench*/verifi*
    segue/anexo/em anexo/anexamos/junto envio/remeto + contrato/fatura/orçamento/ordem de compra/comprovante
    segue/anexo/em anexo/anexamos/junto envio/remeto + comprovativo/pedido/escritura/proposta/documento*
    assin* + digital*/eletronic*/eletrónic*/documento*/contrato/acordo/escritura
    mensagem segura/mensagem criptografada/mensagem encriptada/documento protegido + abr*/ler/ver/aced*/acess*
    documento seguro/senha do arquivo/palavra-passe do ficheiro + abr*/ler/ver/aced*/acess*`,
  callNumber: `ligue/ligar/telefone para/contacte por telefone/entre em contato pelo + imediatamente/número/cancelar/suporte/reembolso/0800/central
    não reconhece/não autorizou/não efetuou/não realizou/não foi você/não fez esta + ligue/telefone/contacte/central
    para cancelar/para contestar/para bloquear + ligue/telefone
    ligue/ligar/contacte/contate + nosso atendente/um assistente/em 24/setor de fraude*/para cancelar
    ligue/ligar/contacte/contate + para anular/para bloquear/linha gratuita/central de atendimento
    debitad*/cobrad*/renovad*/compra de/compra aprovada + ligue/telefone/central de/0800`,
  walletPhrase: `wallet/carteira digital/carteira cripto/sua carteira + conect*/sincroniz*/valid*/verifi*/migr*/restaur*/recuper*
    airdrop/tokens/criptomoedas + reivindic*/resgat*/reclam*
    wallet/carteira/criptomoedas/cripto/ativos + import*/reconect*/proteg*/transf*/sac*/nova carteira
    ledger/trezor/metamask/firmware + atualiz*/verifi*/valid*/restaur*
    frase semente/frase de recuperação/frase secreta/chave privada/chaves privadas/12 palavras/24 palavras/doze palavras`,
  smallFee: `multa/coima/portage*/pedágio* + pagar*/pague*/pagamento/liquid*/pendente*/em dívida/em aberto/regulariz*
    alfandeg*/aduaneir*/imposto de importação/infração + pagar*/pague*/pagamento/liquid*/pendente*/em dívida/em aberto/regulariz*
    taxa de entrega/taxa de envio/portes/custos de envio + pagar*/pague*/pagamento/liquid*/pendente*/regulariz*
    frete/taxa de despacho/taxa de reenvio/desalfandeg* + pagar*/pague*/pagamento/liquid*/pendente*/regulariz*
    pequena taxa/pequeno valor/taxa de importação/taxas alfandegárias + pague/pagar/pagamento/liquid*
    nova entrega/segunda entrega/reentrega/liberação/liberar/libertar/desalfandegamento/manuseio + taxa/custo/valor/tarifa + pag*/cartão/liquid*/pix
    portagem/portagens/pedágio/free flow/radar/estacionamento/infração/ipva + pag*/pendente/em aberto/multa/regulariz*/coima`,
  renewMailbox: `caixa de correio/caixa de entrada/caixa postal/conta de e-mail + chei*/limite/excedid*/esgotad*/desativ*/suspens*
    armazenamento/quota/nuvem + chei*/limite/excedid*/esgotad*/desativ*/suspens*
    mensagens/e-mails/emails + retid*/bloquead*/quarentena/não entregues/por entregar/pendentes
    assinatura/subscrição/domínio/hospedagem/alojamento/licença/antivírus/plano + expir*/venc*/renov*/suspens*/termina
    manter/conservar + mesma senha/senha atual/palavra-passe atual/mesma palavra-passe
    caixa de correio/caixa postal/conta de e-mail/conta de email/webmail/caixa de entrada + encerramento/encerrad*/apagad*/eliminad*/migra*
    caixa de correio/caixa postal/conta de e-mail/conta de email/webmail/caixa de entrada + nova versão/atualização/atualiz*/exclu*
    pedido/solicitação + encerramento/cancelamento/eliminação/exclusão/desativação + caixa/correio/conta de e-mail/conta de email`,
  claimPrize: `ganhou/vencedor*/selecionad*/parabéns/sortead*/contemplad* + prémio/presente/iphone/sorteio/lotaria/loteria/inquérito/pesquisa
    resgat*/reclam*/levant*/reivindic*/retir* + prémio/recompensa/bónus/herança/fundos/indemnização/indenização
    reembolso/restituição/devolução/irs/fgts/valores esquecidos + direito a/direito ao/solicit*/pendente/aprovad*/receber/disponível/sacar/resgat*
    herança/milhões/beneficiári*/doação/falecid* + dólares/euros/reais/advogado/notário/banco/fundos
    pago a mais/pago em excesso/valor a receber/valores a receber + formulário/valor/solicit*/resgat*/consult*/receb*/levant*
    saldo a receber/crédito a seu favor + formulário/valor/solicit*/resgat*/consult*/receb*/levant*
    doar/doação/legar/confiar + milhões/milhão/a quantia de/a soma de/caridade/órfãos/viúva
    viúva/cancro/câncer/doença terminal/falecido marido + doar/doação/fundos/quantia/caridade
    pontos de fidelidade/seus pontos/teus pontos/pontos acumulados/milhas + expir*/venc*/resgat*/troc*`,
  rescheduleParcel: `encomenda/pacote/entrega/envio/remessa/objeto + não foi possível/não pôde/não pode ser/falhou/falhada/reagend*/retid*/aguarda*
    encomenda/pacote/entrega/objeto + confirmar endereço/confirme o endereço/confirme a morada/morada incompleta/endereço incompleto
    encomenda/pacote/entrega/objeto + devolvid*/confirme a sua morada/confirme seu endereço/atualize o endereço/nova data
    encomenda/pacote/entrega/objeto + ninguém/ausente/tentámos
    encomenda/pacote/entrega/remessa/objeto + número da porta/número da casa/endereço incorreto/endereço errado/morada errada/morada incorreta
    encomenda/pacote/entrega/remessa/objeto + completar o endereço/armazém/depósito/devolvida ao remetente/devolvido ao remetente
    nova entrega/data de entrega/segunda entrega/nova tentativa + escolh*/agend*/selecion*/confirm*/marc*/program*
    dia de entrega/reentrega/horário de entrega + escolh*/agend*/selecion*/confirm*/marc*/program*`,
  replyPrivately: `está/estás/você está/tu estás + disponível/no escritório/na sua mesa/na tua secretária/livre um
    tarefa urgente/tarefa rápida/pequeno favor/preciso da sua ajuda + respond*/mail/reunião/não me ligue/confidencial
    preciso da tua ajuda/preciso que + respond*/mail/reunião/não me ligue/confidencial
    confidencial*/discrição/entre nós/sigilo + respond*/não me ligue/aquisição/reunião/não comente
    número de telemóvel/número de celular/seu whatsapp/teu número/seu número/número do whatsapp + envi*/mand*/passa/me passe/dá-me/indique
    respond*/escrev* + email pessoal/e-mail pessoal/email privado/e-mail particular
    estritamente confidencial/máxima discrição/sigilo absoluto + operação/aquisição/transação/instruções/transferência/respond*
    segredo/confidencialidade/não comente/não fale + operação/aquisição/transação/instruções/transferência/respond*
    escrev*/contact*/mensagem/chame/chama/fale + no whatsapp/pelo whatsapp/via whatsapp/por whatsapp/no telegram/pelo telegram
    tem/tens/pode/podes/consegue + um momento/um minuto/um minutinho/me ajudar/ajudar-me + respond*/e-mail/urgente/avis*
    tem/tens/pode/podes/consegue + tratar/resolver uma/fazer um favor + respond*/e-mail/urgente/avis*
    nome completo + telefone/país/endereço/morada/idade/profissão + envi*/mand*/respond*/contact*`,
  deadline: `em até/no prazo/dentro de/prazo de/nas próximas/no máximo + 24/48/72/horas/dias
    hoje + vence/último/expira/prazo
    imediatamente/de imediato/o mais rápido possível/com a maior brevidade/último aviso/aviso final/última oportunidade/última chance/até meia-noite
    ainda hoje`,
  threat: `conta/acesso/cartão/caixa de correio/perfil/encomenda/cpf/linha/cnh + suspens*/bloque*/restring*/restrit*
    conta/acesso/cartão/caixa de correio/perfil/encomenda/cpf/linha/cnh + limitad*/desativ*/cancelad*/encerrad*
    incomum/invulgar/suspeit*/não autorizad*/não reconhecid*/desconhecid* + atividade/acesso/início de sessão/transaç*/dispositivo/compra/movimento*
    perder/perderá + o acesso/acesso à/sua conta/seus arquivos/seus ficheiros
    ação judicial/ações judiciais/penhora/protesto em/negativação/negativado/execução fiscal/dívida ativa/mandado de/mandado judicial/processo-crime
    contencioso/juros e multa`,
  warning: `nunca pedimos/nunca solicit*/nunca pede/nunca pediremos/jamais solicit*/nunca partilhe/nunca compartilhe/nunca forneça/não partilhe
    não compartilhe/não clique/nunca clique/golpe do/golpe da/golpes online/golpista*/tentativa de burla/burlas/burlões/phishing/e-mails falsos
    emails falsos/mensagens fraudulentas/tentativa de fraude/desconfie`,
  subscribed: `
    porque se inscreveu/porque você/porque se registou/porque subscreveu/você está recebendo/está a receber/você se inscreveu/você se cadastrou
    seu pedido/sua encomenda/sua reserva/sua compra/tua compra/como membro/como associado/como cliente/nossos clientes/nossos associados
    nossos assinantes/obrigado por/obrigada por/obrigado pela/obrigado pelo/sua inscrição/conforme solicitado/a seu pedido/você solicitou`,
};
