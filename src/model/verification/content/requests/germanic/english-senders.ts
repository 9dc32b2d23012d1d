import type { ConceptPhrases } from '../concept.ts';

/** Approaches without a business relationship, and voices of institutions. */
export const englishSenders: ConceptPhrases = {
  firstContact: `came across/stumbled upon/found/noticed/was looking at/saw + your company/your website/your profile/your site/your business
    came across/stumbled upon/found/noticed/was looking at/saw + your store/your blog/your post/your team
    i run/i manage/i lead/i head/i founded/im the founder/im with/i am with/we run/i work for + company/agency/studio/team/startup/firm
    my name is/i am the founder/i work at/i work with/im reaching out/reaching out/i represent/we are a/we specialize/we specialise
    not sure if you are the right person/the right person/who handles/who is responsible/point me/hope this finds you well/hope you are well
    hope you are doing well/your details online/your contact on/your name on linkedin/your linkedin/on google maps/browsing your/took a look at your
    visited your`,
  askMeeting: `quick call/15 minutes/20 minutes/10 minutes + week/tomorrow/tuesday/thursday/worth/interested/you/available
    30 minutes/short call/brief call/quick chat + week/tomorrow/tuesday/thursday/worth/interested/you/available
    hop on a call/book a time/book a slot/calendar + week/tomorrow/tuesday/thursday/worth/interested/you/available
    schedule a call/open to a chat/demo + week/tomorrow/tuesday/thursday/worth/interested/you/available
    would you be open/are you open/would it make sense/does it make sense/can we find + call/chat/talk/meet/demo/minutes
    pop by/drop by/stop by/grab a coffee/meet for coffee/virtual coffee + week/tuesday/thursday/monday/wednesday/your office
    worth a chat/worth a conversation/worth exploring/open to learning/open to a chat`,
  introduceService: `
    we help/i help/we helped/we work with/helping/we offer/our agency/our team + companies/businesses/brands/founders/teams/clients/leads
    we help/i help/we helped/we work with/helping/we offer/our agency/our team + revenue/traffic/sales/seo/development/outsourc*/pipeline
    increase/double/boost/grow/cut/reduce + your revenue/your traffic/your sales/your costs/your leads/your pipeline/your conversion*
    we design/we build/we develop/we manufacture/we supply/we specialise in/we specialize in + websites/apps/software/products/companies
    rank*/google/seo/first page/website speed/redesign + your website/your site/your business + improve/fix/errors/free/help/more
    free audit/free quote/free proposal/no obligation/case study`,
  followUp: `
    following up/follow up/bumping/circling back/checking in/just checking/floating this/top of your inbox/last email/my last note/previous email
    havent heard/did not hear/close your file/closing the loop/break up/wrote to you last/emailed you last/reached out last/my email from
    any thoughts on my/did you get a chance/resending/one last time/last try`,
  sellList: `email list/contact list/database/mailing list/leads list/attendee list + buy/purchase/offer/price/pricing/available
    email list/contact list/database/mailing list/leads list/attendee list + counts/sample/contacts/records
    attendees list/verified contacts/verified emails/decision makers + buy/purchase/offer/price/pricing/available/counts/sample/contacts/records
    companies/decision makers/executives/ceos + emails/phone numbers/contact data/verified list/targeted list + price/cost/send/buy/counts`,
  exchangeLinks: `exchange/swap/trade/add + links/our link/a link
    article/post/content + your blog/your website/your site + publish/contribute/link back/paid/write
    guest post/link exchange/backlink*/sponsored post/dofollow/do-follow/link insertion/domain authority`,
  recruit: `opportunity/role/position/vacancy/candidate*/hiring/talent + your profile/your background/perfect fit/great fit
    opportunity/role/position/vacancy/candidate*/hiring/talent + my client/interested/salary/remote/hire/cv/resume
    work from home/from home/remote job/part time/flexible hours + per day/per week/a day/a week/no experience/earn/hiring
    no experience + needed/required/necessary + earn/per day/pay/whatsapp/telegram
    your cv/your resume/your profile + caught/noticed/impressed/selected/shortlisted/impressive`,
  authority: `
    tax office/tax authority/revenue service/revenue agency/inland revenue/customs office/customs authority/border force/ministry/police/court
    department of/social security/toll road*/toll services/dmv/driver and vehicle/government/council tax/immigration/public prosecutor/city council`,
  bank: `
    your bank/online banking/bank security/bank support/fraud department/card services/security department/credit union/banking team/card security`,
  carrier: `courier service/postal service/parcel service/delivery service/post office/parcel centre/parcel center/parcel team/delivery team
    express delivery`,
  insurer: `health insurance/health insurer/medicare/medicaid/insurance fund/health fund/national health/health plan`,
  provider: `your provider/billing department/subscription team/streaming service/energy supplier/phone company/mobile operator/broadband`,
  exchange: `crypto exchange/wallet support/wallet team/blockchain support/exchange support/trading platform`,
  itDesk: `it department/it helpdesk/it help desk/help desk/helpdesk/service desk/it support/it team/system administrator/mail administrator
    email administrator/mail admin/webmail team/mail team/it security/postmaster/it services/email support`,
  staffOffice: `human resources/hr department/hr team/payroll department/payroll team/people team/benefits team/hr manager/payroll office`,
  boss: `ceo/managing director/chief executive/company president/chief financial officer/cfo/your director/finance director`,
};
