import type { ConceptPhrases } from '../concept.ts';

export const turkish: ConceptPhrases = {
  signIn: `giriş yap*/oturum aç*/giriş için + hesap*/hesab*/panel*/posta*/internet şube*/portal*/profil*/müşteri*
    şifre*/parola*/kullanıcı ad* + girin*/yazın*/süresi dol*/sıfırla*/koru*/değiştir*/yenile*/aynı`,
  confirmIdentity: `doğrula*/onayla*/teyit et*/teyit ed* + hesab*/hesap*/kimli*/bilgi*/profil*/e posta*
    güncelle* + bilgilerinizi/bilgilerini/kişisel bilgi*/hesap bilgi*/müşteri bilgi*/üyelik bilgi*
    kimlik kart*/nüfus cüzdan*/pasaport*/ehliyet*/kimlik belge* + yükle*/gönder*/fotoğraf*/fotokopi*/ilet*`,
  giveBankData: `kart numara*/kart bilgi*/banka bilgi*/hesap numara* + girin*/güncelle*/onayla*/doğrula*/gönder*/paylaş*
    iban*/ödeme bilgi*/kredi kart* + girin*/güncelle*/onayla*/doğrula*/gönder*/paylaş*
    ödeme yöntem*/fatura bilgi*/cvv/son kullanma tarih*/sms şifre*/kart şifre* + girin*/güncelle*/doğrula*/ekle*/yenile*
    kart* + çekilemedi/çekilmedi/geçmedi/reddedildi/alınamadı/başarısız + girersen*/girin*/gir/tekrar/güncelle*
    kart numaranı*/kart numarası* + son kullanma*/3 hane*/üç hane*/cvv/cvc/arka*
    ödemen/ödemeniz + geçmedi/alınamadı/reddedildi/çekilemedi + kart*
    tc kimlik*/kimlik numara*/kimlik fotoğraf*/selfie + iban*/kart numara*/kart bilgi*/hesap numara*/cvv + gönder*/girin*/ilet*/doldur*`,
  changedBankDetails: `yeni/değişti*/değişen/değişikli*/güncel/farklı + banka bilgi*/banka hesab*/banka hesap*/iban*/hesap bilgi*/hesap numara*
    bundan sonraki/gelecekteki/bekleyen/tüm/ileriki + ödeme* + hesab*/hesap*/iban*
    eski/mevcut + hesabımız/banka hesabımız/hesap + kapatıl*/kapandı/denetim*/geçersiz*/kullanılma*`,
  payrollChange: `maaş*/bordro*/ücret ödeme* + hesab*/hesap*/iban*/değiştir*/değişikli*/güncelle*`,
  giftCards: `hediye kart*/hediye çek*/google play/itunes/steam/razer gold + satın al*/alır mısın/alman/almanı*/almam/alabilir*
    hediye kart*/hediye çek*/google play/itunes/steam/razer gold + kod*/fotoğraf*/kazı*/geri öde*`,
  payInvoice: `fatura*/ödeme*/borç*/borc*/bakiye* + gecik*/ödenmemiş/vadesi geç*/vadesi dol*/ödenmeyen/ödeyin*/ödemeniz gereken/son ödeme/kapatın*
    havale*/eft/transfer*/ödeme* + bugün/acil*/hemen/tedarikçi*/derhal
    ödeme ihtarı/ödeme hatırlatma*/ihtarname*/borç bildirim*
    elektri*/doğalgaz*/su/aboneli* + kesil*/kesme/kesinti* + borç*/borc*/öde*
    öde/ödeyelim/havale et/havale edin/gönderin/gönder + bugün/acil*/hemen/öğleye kadar + fatura*/ödeme*/tl/havale*`,
  scanCode: `tarat*/tarayın*/okut* + kod*/qr/karekod*/telefon*/kamera*
    qr kod*/karekodu/kare kod*`,
  grantAccess: `izin ver*/erişim ver*/onay ver*/yetki ver*/yetkilendir*/kabul edin* + erişim*/uygulama*/izin*
    yükleyin*/kurun*/indirin*/çalıştır* + anydesk/teamviewer/uzak*/eklenti*
    bağlayın*/bağla + google hesab*/microsoft hesab*/e posta hesab*
    izin*/onay*/yetki* + e postaları oku*/adınıza/posta kutu*/uygulama*/kabul et*
    uygulama*/eklenti* + posta* + oku*/eriş*/izin*/onay*`,
  openFile: `açın*/indirin*/görüntüle*/inceleyin* + belge*/dosya*/ekteki/pdf/sözleşme*/doküman*/ekli/faks*/sesli mesaj*/dekont*
    sizinle/paylaştı/paylaşıldı/paylaşılan + belge*/dosya*/klasör*/doküman*
    ekte/ekteki/ekli + fatura*/sözleşme*/dekont*/sipariş*/teklif*/proforma*/fiyat teklif*
    etkinleştir* + makro*/düzenleme*/içeriği/içerik
    indiriniz/açınız/inceleyiniz/içeriği etkinleştir*/düzenlemeyi etkinleştir* + dosya*/belge*/liste*/bağlantı*/ek
    ektedir/ekte bulabilirsiniz/ekte sunul*/ekte yer al* + sipariş*/liste*/çizim*/fatura*/teklif*/belge*
    zip/rar/arşiv*/exe + şifre*/çalıştır*/açın*/dosya*
    teklif*/sipariş*/çizim*/belge*/dosya* + e posta şifre*/mail şifre*/içeriği etkinleştir*/dosya şifresi/arşiv şifresi/parola ile koru*`,
  callNumber: `arayın*/aramanız/telefonla ulaş* + hemen/numara*/iptal*/destek*/iade*/müşteri hizmet*/derhal
    siz yapmadıysanız/size ait değilse/bilginiz dışında/siz değilseniz + arayın*/iletişime
    arayın*/arayınız/arayabilirsiniz + yanlış*/bloke*/engel*/yetkili*/memur*/hata*`,
  walletPhrase: `kurtarma ifade*/kurtarma kelime*/gizli ifade*/tohum kelime*/tohum ifade*/seed phrase/gizli kelime*/özel anahtar*/12 kelime*
    24 kelime*
    cüzdan* + bağla*/senkroniz*/doğrula*/kurtar*/taşı*/geri yükle*/kripto*
    airdrop*/token* + talep*/cüzdan*/kazan*/hak talep
    btc/usdt + gönder*/yatır*/öde*/transfer + cüzdan*/adrese/adresine`,
  smallFee: `trafik ceza*/hgs/ogs/geçiş ücret*/ihlalli geçiş*/gümrük*/park ceza*/otoyol*/köprü* + öde*/borç*/borc*/ücret*/ceza*
    kargo ücret*/teslimat ücret*/işlem ücret*/küçük bir ücret*/gümrük vergi* + öde*/yatır*/kargo*/paket*
    tekrar dağıtım/yeniden dağıtım/depo*/ardiye*/dağıtım bedel* + bedel*/ücret*/yatır*/öde*/kartla
    ceza*/geçiş*/otoyol* + icra*/faiz*/yasal takip/indirimli/kartla
    depozito*/kapora*/teminat bedel*/kayıt ücreti/dosya masraf*/kart ücreti + kart*/işe başla*/işe alım*/yenile* + öde*/yatır*/gönder*`,
  renewMailbox: `posta kutu*/e posta*/gelen kutu*/depolama*/kota*/bulut* + doldu/dolmuş/dolu/aşıldı/aştı*/sınır*
    posta kutu*/e posta*/gelen kutu*/depolama*/kota*/bulut* + limit*/devre dışı/askıya*/kapatıl*/süresi dol*
    mesajlar*/e postalar*/iletiler* + bekletil*/bekliyor/karantina*/teslim edileme*/engellen*
    aboneli*/üyeli*/alan ad*/hosting*/lisans*/antivirüs* + yenile*/süresi dol*/sona er*/askıya*/uzat*
    mevcut şifre*/aynı şifre*/geçerli şifre*/mevcut parola* + koru*/sakla*/kullanmaya devam`,
  claimPrize: `kazandın*/kazanan*/tebrik*/talihli*/seçildi*/şanslı + ödül*/hediye*/iphone/çekiliş*/anket*/ikramiye*
    talep edin*/alın/almak için/hak kazan*/alabilirsiniz + ödül*/iade*/vergi iade*/para iade*/tazminat*/destek ödeme*/bonus*/aidat iade*
    miras*/vefat*/varis*/milyon* + dolar*/euro*/avro*/banka*/fon*/akraba*
    vergi*/masraf*/dosya ücret* + ödül*/ikramiye*/hediye* + yatır*/öde*/gönder*
    puan* + silin*/sona er*/yanacak/kaybol* + kullan*/al*/dönüştür*`,
  rescheduleParcel: `kargo*/paket*/gönderi*/teslimat*/kurye* + teslim edileme*/edilemedi/başarısız*/beklemede/eksik adres*
    kargo*/paket*/gönderi*/teslimat*/kurye* + adres hata*/hatalı adres/bekletil*/yapılamadı
    kargo*/paket*/gönderi*/teslimat* + adresinizi/adres onay*/adres güncelle*/yeniden planla*/yeniden teslim*/tekrar teslim*/iade edilecek*/bekliyor
    kurye*/koli*/kargo*/paket* + adresi düzelt*/adresinizi düzelt*/kapı numarası/geri dön*/yanlış*/yeni gün/bulunamad*`,
  replyPrivately: `müsait misin*/ofiste misin*/yerinde misin*/masanda mısın/boş musun + cevap*/yanıt*/posta*/toplantı*/yaz*/acil*
    vaktin var mı/vaktiniz var mı/yardımına ihtiyacım/acil bir iş* + cevap*/yanıt*/posta*/toplantı*/yaz*/acil*
    gizli*/aramızda/kimseye/kimseyle + cevap*/yanıt*/arama/aramayın/satın alma*/görev*/işlem*
    gönder*/yaz*/ilet* + telefon numaranı*/cep numaranı*/numaranı/numaranızı/whatsapp numara*
    yanıtla*/cevapla*/yazın/yaz/ulaşın + kişisel e posta*/özel e posta*/şahsi e posta*/şahsi mail*/whatsapp*
    çaldırdım/çalındı/kaybettim/soyuldum + telefon*/cüzdan*/çanta*/pasaport* + yardım*/borç*/gönder*/euro*
    kimseye söyleme*/kimseye bahsetme*/aramızda kalsın/sadece bu adres*/yalnızca bu adres*/diğer adresim*`,
  firstContact: `rastladım/denk geldim/karşılaştım/inceledim + şirket*/firma*/web site*/profil*/mağaza*/internet site*/işletme*
    gördüm/buldum/inceleme fırsat*/dikkatimi çekti + şirket*/firma*/web site*/profil*/mağaza*/internet site*/işletme*
    benim adım/ben + kurucu*/adına yazıyorum/olarak yazıyorum/iletişime geçiyorum/size ulaşıyorum
    adına size/size ulaşmak istedim/sizinle iletişime geçmek/kendimi tanıtmak/firmamızı tanıtmak/şirketimizi tanıtmak
    doğru kişi/ilgili kişi/yetkili kişi/kim ilgileniyor/kiminle görüş*/yönlendirebilir misiniz/sorumlu kişi
    gördüm/okudum/takip ediyorum/baktım/inceledik/gördük/fark ettim + siteniz*/firmanız*/şirketiniz*/sizin/paylaşım*/haberiniz*
    tebrik ederim/tebrikler + yatırım*/şube*/ofis*/büyüme*/ödül*
    siz değilseniz/ilgili değilseniz/yetkili değilseniz/bu konuyla ilgilen* + yönlendir*/kim/kime/iletir*/paylaş*
    ilginizi çekmiyorsa/ilgilenmiyorsanız/uygun değilse + yaz*/rahatsız etm*/hayır*/cevap*
    yeni iş ortak*/iş birliği yapmak/işbirliği yapmak/iş birliği teklif*/işbirliği teklif*/sayın yetkili/sayın firma yetkilisi/firmanıza özel
    sizi/firmanızı/işletmenizi/iletişim bilgilerinizi + google*/internette/haritalarda/linkedinde/instagramda + buldum/bulduk/ulaştım/gördüm
    kim/kiminle/kime/hangi birim + ilgileniyor/görüşebilirim/görüşmeliyim/sorumlu/yetkili/bakıyor + firmanızda/sizde/şirketinizde/satın alma/pazarlama
    ilginizi çekmediyse/gündeminizde değilse/ihtiyacınız yoksa/konuyla ilgilenmiyorsanız + yazmanız/belirtmeniz/bildirmeniz/rahatsız*/iletmeniz`,
  askMeeting: `kısa bir/15 dakika*/20 dakika*/10 dakika*/30 dakika* + görüşme*/arama*/toplantı*/telefon*/sohbet*/demo*/sunum*
    görüşme*/toplantı*/demo*/görüşebil* + bu hafta/gelecek hafta/önümüzdeki hafta/yarın/salı/perşembe/uygun*/müsait*/takvim*/ilgi*
    15 dakika*/20 dakika*/30 dakika*/yarım saat* + salı/çarşamba/perşembe/cuma/pazartesi/hafta*/ayır*/yarın
    ne zaman/hangi gün/saat kaçta + arayabil*/görüşebil*/uygun*/müsait*
    takvimim*/takvimimden/calendly/kısa bir zoom/bir kahve/görüntülü görüşme/vakit ayır* + hafta*/gün*/dakika*/görüş*/müsait*
    arayabilir miyim/arayayım mı/arayabilirim/aramamı ister/gösterebilir miyim/anlatmak isterim + yarın/hafta*/dakika*/salı/perşembe/sabah/uygun*
    on dakika*/çeyrek saat*/15 dakika*/20 dakika*/10 dakika* + ayırabil*/vaktiniz/zamanınız/vaktinizi/zamanınızı`,
  introduceService: `yardımcı oluyoruz/destek oluyoruz/sunuyoruz/hizmet veriyoruz + şirket*/firma*/marka*/müşteri*/satış*/seo/trafik*/işletme*
    uzmanız/ajansımız/ekibimiz + şirket*/firma*/marka*/müşteri*/satış*/seo/trafik*/işletme*
    artır*/ikiye katla*/düşür*/azalt*/yükselt* + satış*/ciro*/maliyet*/trafiğ*/müşteri say*/dönüşüm*/gelir*
    ücretsiz + analiz*/danışmanlık*/teklif*/denetim*/ön görüşme*/seo analiz*
    yapıyoruz/geliştiriyoruz/kuruyoruz/üretiyoruz/tasarlıyoruz/sağlıyoruz + firmalara/firmalar için/web site*/e ticaret*
    yapıyoruz/geliştiriyoruz/kuruyoruz/üretiyoruz/tasarlıyoruz/sağlıyoruz + yazılım*/mobil uygulama*/chatbot*
    yazılımcı*/geliştirici*/muhasebe*/ajans*/dijital pazarlama + başlayan/tl/aylık/saatlik/teklif*/proje*
    siteniz*/web siteniz*/sayfanız* + kaybed*/google*/yavaş*/üst sıra*/hata*/görünm*
    garanti*/garantili/garanti ediyoruz + müşteri*/lead*/sıra*/sonuç*/randevu*
    teklif*/referans*/katalog*/fiyat listesi/portföy* + göndereyim/gönderebilir*/iletebilir*/paylaşabilir*/sunmak
    başarı başına/sonuç odaklı ödeme/ilk ay ücretsiz/ilk ay bedava/peşinat yok/kesin sonuç
    üretici*/imalatçı*/fabrika*/toptan*/matbaa*/tedarikçi* + fiyat list*/katalog*/numune*/toptan fiyat*/teklif*/indirim*/firmanız*
    ihtiyacınız olursa/ihtiyacınız varsa/ilgilenirseniz/talebiniz olursa + teklif*/fiyat*/adet*/dönüş*/yanıt*/ulaş*
    kredi/finansman/faktoring/hibe + firmanız*/işletmeniz*/kobi* + onay*/hemen/destek*/faiz*/danışman*
    randevu/müşteri/lead/toplantı + ayarlıyoruz/getiriyoruz/sağlıyoruz/kazandırıyoruz/buluyoruz
    müşterimiz/müşterilerimizden/bir firma + benzer/sizin gibi/sizinle aynı/aynı büyüklük*/sektörünüz* + tasarruf*/azalttı*/düşürdü*/artırdı*
    saatlik/saati/saat başı/kişi başı/adam gün + ücret*/maliyet*/tl/euro + yazılımcı*/personel/ekibimiz/ekibi/uzmanlar/geliştiriciler
    hazırladım/çıkardım/kaydettim + analiz*/raporunu/raporu/taslağı/taslağını/videosu + siteniz*/firmanız*/mağazanız*/işletmeniz*`,
  followUp: `önceki/geçen/son + mail*/e posta*/mesaj* + takip*/hatırlat*/fırsat*/dönüş*/cevap*/gör*
    tekrar yazıyorum/tekrar ulaşıyorum/hatırlatmak istedim/takip etmek istedim/dönüş alamadım/geri dönüş alamadım/yanıt alamadım/cevap alamadım
    geçen hafta/daha önce/birkaç gün önce + yazmıştım/yazmıştık/göndermiştim/iletmiştim/ulaşmıştım/mail atmıştım
    hâlâ geçerli mi/hala ilgileniyor musunuz/görebildiniz mi/bakabildiniz mi
    inceleyebildiniz mi/inceleme fırsatınız/son kez yazıyorum/dönüşünüzü bekliyorum`,
  sellList: `mail listesi/mail listeleri/e posta liste*/veri taban*/veritaban* + sat*/fiyat*/ücret*/güncel*
    firma rehber*/müşteri liste*/katılımcı liste*/firma liste*/data satış* + sat*/fiyat*/ücret*/güncel*
    bin/000/milyon + mail/e posta/adres*/kişi*/firma*/numara* + data*/liste*/veri*/rehber*/fiyat*
    data/firma datası/müşteri datası/mail datası/numara datası/sektörel data + satılık/satış*/fiyat*/tl/güncel*/örnek`,
  exchangeLinks: `backlink*/tanıtım yazısı/tanıtım yazıları/link değişim*/link takas*/misafir yazar*/konuk yazar*/konuk yazı*/dofollow
    sponsorlu içerik*/geri bağlantı*
    fiyat*/ücret*/ne kadar + tanıtım yazı*/makale*/link*/yazı yayın*
    yayınla*/paylaş*/ekle* + makale*/yazı*/link* + sitenizde/blogunuzda/sitenize/blogunuza`,
  recruit: `pozisyon*/iş fırsat*/iş teklif*/aday*/kariyer fırsat* + profiliniz*/özgeçmiş*/deneyiminiz*/müvekkil*/ilgilen*/uzaktan*/cv
    evden çalış*/ek gelir/ek iş + günlük/kazanç*/maaş*/para kazan*
    işe alım*/insan kaynakları danışman*/headhunter*/arıyoruz + profilinizi/linkedin*/özgeçmiş*/maaş*/pozisyon*
    elimizde/havuzumuzda/hazırda/temin ediyoruz + aday*/kaynakçılar/şoförler/işçiler/personel + hazırlar/hazırdır/müsait*/hemen/başlayabil*`,
  authority: `gelir idaresi*/vergi dairesi*/maliye bakanlığı/hazine ve maliye/e devlet*/emniyet genel müdürlüğü/emniyet müdürlüğü/savcılı*/mahkeme*
    icra dairesi*/gümrük müdürlüğü
    bakanlığı/polis müdürlüğü/jandarma/sosyal güvenlik kurumu/sgk/karayolları genel müdürlüğü/belediye*/tüketici hakem heyeti/icra müdürlüğü`,
  bank: `bankanız/internet şubesi/internet bankacılığı/mobil bankacılık/banka güvenlik*/güvenlik birimi/kart hizmetleri/müşteri güvenliği`,
  carrier: `kargo şirketi/kargo firması/kurye hizmeti/posta idaresi/ptt kargo/teslimat ekibi/dağıtım merkezi/kargo takip/kargo hizmetleri
    transfer merkezi`,
  insurer: `sağlık sigortası/sigorta şirketi/genel sağlık sigortası/sigorta kurumu/sağlık bakanlığı`,
  provider: `operatörünüz/hizmet sağlayıcınız/hizmet sağlayıcı/elektrik dağıtım*/fatura birimi/faturalandırma ekibi/abonelik ekibi
    internet sağlayıcı*`,
  exchange: `kripto borsası/kripto para borsası/cüzdan destek*/yatırım platformu/işlem platformu/borsa destek`,
  itDesk: `bilgi işlem/bt departmanı/bt destek*/it departmanı/it destek*/sistem yöneticisi/teknik destek/e posta yöneticisi/posta yöneticisi
    yardım masası/bilgi teknolojileri/mail yöneticisi/webmail yönetici*/sistem yönetimi/bilgi güvenliği`,
  staffOffice: `insan kaynakları/ik departmanı/ik ekibi/bordro birimi/bordro departmanı/personel müdürlüğü/personel departmanı/özlük işleri`,
  boss: `genel müdür/genel müdürünüz/yönetim kurulu başkanı/icra kurulu başkanı/mali işler müdürü/mali işler direktörü/finans direktörü
    şirket sahibi`,
  deadline: `24 saat/48 saat/72 saat/gün/saat + içinde/içerisinde/zarfında
    hemen şimdi/derhal/ivedilikle/en kısa sürede/acilen/gece yarısına kadar/bugün sona er*/son uyarı/son hatırlatma/son ihtar/gün sonuna kadar
    son gün/bugün saat/yarına kadar/öğleye kadar/akşama kadar/mesai bitimine kadar/gün sonra/bugün içinde`,
  threat: `hesab*/hesap*/erişim*/kart*/posta kutu*/üyeli*/profil*/hattınız + askıya*/kısıtla*/bloke*/kapatıl*/dondur*
    hesab*/hesap*/erişim*/kart*/posta kutu*/üyeli*/profil*/hattınız + silin*/engellen*/devre dışı/iptal edil*
    yasal işlem*/icra takibi*/icra işlem*/hukuki süreç*/haciz*/gecikme faizi/cezai işlem*/yasal takip*/dava aç*
    olağandışı/şüpheli/yetkisiz/izinsiz/bilinmeyen/olağan dışı + etkinlik*/giriş*/işlem*/cihaz*/hareket*/harcama*
    aksi halde/aksi takdirde/yapılmazsa/ödenmezse + iade edil*/silin*/kapatıl*/icra*/kesil*/askıya*
    paket*/kargo*/gönderi* + iade edilir/iade edilecek/imha edil*/geri gönderil*`,
  warning: `asla istem*/asla talep et*/asla sor*/kimseyle paylaşma*/hiç kimseyle paylaş*/itibar etmeyin*/tıklamayın*/oltalama*/şifrenizi istemez
    dolandırıcı*/sahte e posta*/sahte mesaj*/sahte sms*/kimlik avı*`,
  subscribed: `bu e postayı almanız*/bu e postayı aldınız/bu e postayı alıyorsunuz/abone oldu*/üye oldu*/kayıt oldu*/üyemiz olarak/kaydolduğunuz*
    müşterimiz olarak/üyelerimiz*
    siparişiniz*/siparişin/rezervasyonunuz*/satın aldığınız/alışverişiniz için/bizi tercih ettiğiniz/talebiniz üzerine/müşterilerimiz*
    müşterimizsiniz/üyemizsiniz/değerli üyelerimiz/sevgili üyelerimiz/üyeliğiniz kapsamında/deneme süreniz/konuştuğumuz gibi/teklif istemiştiniz`,
};
