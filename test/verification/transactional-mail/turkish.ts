import type { Sayings } from './situations.ts';

export const turkish: Sayings = {
  receipt: [
    '{p} makbuzunuz',
    'Siparişiniz için teşekkürler. {b} ile 49,00 TL ödediniz; sonu 4242 olan karttan bugün çekildi. Makbuz {p} hesabınızda.',
    'Makbuzu gör',
  ],
  reset: [
    '{p} şifrenizi sıfırlayın',
    '{p} hesabınız için yeni şifre istendi. Siz istediyseniz bir saat içinde yenisini seçin. İstemediyseniz bu iletiyi yok sayın: hiçbir şey değişmez.',
    'Şifre seç',
  ],
  code: [
    '482 913 {p} kodunuz',
    '{p} oturumu açmak için bu kodu girin: 482 913. On dakika geçerlidir. Bunu telefonda asla sormayız.',
    '{p} aç',
  ],
  invoice: [
    '{p} faturası 2026-1107',
    'Kasım faturanız hazır: ekip planı için 129,00 TL, son ödeme 30 Kasım. Kartla, havaleyle veya {b} ile ödeyebilirsiniz.',
    'Faturayı öde',
  ],
  reminder: [
    'Hatırlatma: 2026-1006 numaralı fatura',
    '129,00 TL tutarındaki 2026-1006 numaralı fatura hâlâ açık görünüyor. Ödediyseniz bu iletiyi dikkate almayın. {p} muhasebe ekibi.',
    'Faturayı gör',
  ],
  failedPayment: [
    'Ödemeniz alınamadı',
    'Bankanız {p} abonelik ödemesini reddetti. Aboneliğin sürmesi için kartınızı güncelleyin veya {b} ile ödeyin.',
    'Ödemeyi güncelle',
  ],
  signIn: [
    '{p} hesabınıza yeni giriş',
    'Hesabınız az önce yeni bir cihazda kullanıldı: Linux üzerinde Firefox, İzmir yakınları, 14:02. Sizseniz bir şey yapmanız gerekmez. Değilseniz şifrenizi değiştirin.',
    'Cihazlara bak',
  ],
  addressChanged: [
    'E-posta adresiniz değişti',
    '{p} hesabınızın adresi artık ada@example.com. Bunu siz yapmadıysanız üç gün içinde bize bildirin.',
    'Ben değildim',
  ],
  shipped: [
    '{p} siparişiniz yolda',
    'Paketinizi bu sabah {b} şirketine verdik. Perşembe günü 10 ile 14 arasında gelecek. Evde olmanız gerekmez.',
    'Paketi izle',
  ],
  event: [
    'Yarın 10:00: Gül ile toplantı',
    '{p} ile ayarlanan ve {b} takviminizde duran yarınki 10:00 toplantınızı hatırlatırız. Saatini değiştirmek için bağlantıyı kullanın.',
    'Saati değiştir',
  ],
  invitation: [
    'Gül sizi {p} alanına davet etti',
    'Gül Demir sizi {p} üzerindeki “Liman” alanına davet etti. {b} hesabınızla katılabilir veya bir şifre seçebilirsiniz. Davet bir hafta geçerlidir.',
    'Katıl',
  ],
  trialEnds: [
    '{p} denemeniz üç gün sonra bitiyor',
    'Ücretsiz denemeniz cuma günü bitiyor. Projelerinizi korumak için önce bir plan seçin. Bir şey yapmazsanız ücret alınmaz.',
    'Plan seç',
  ],
  accountCloses: [
    '{p} hesabınız kapatılacak',
    'Hesabınızı kapatmamızı istediniz. 1 Aralık günü tüm verilerle silinecek. Vazgeçtiyseniz o günden önce oturum açın.',
    'Hesabı koru',
  ],
  storageFull: [
    '{p} alanınız dolmak üzere',
    '10 GB alanın 9,4 GB kadarını kullanıyorsunuz. Dolunca yeni dosya kaydedemezsiniz. Gerekmeyenleri silin veya ayda 20 TL ile 100 GB ekleyin.',
    'Alanı yönet',
  ],
  twoFactor: [
    '{p} için iki adımlı doğrulamayı açın',
    'Ekibiniz 1 Aralık’tan itibaren iki adımlı doğrulama istiyor. {b} Authenticator veya başka bir uygulamayla bir dakika sürer. Onsuz o günden sonra giremezsiniz.',
    'Aç',
  ],
  exportReady: [
    '{p} dışa aktarımınız hazır',
    'İstediğiniz dışa aktarım hazır: 1.204 kişi, 18 MB. 48 saat boyunca indirebilirsiniz, sonra silinir.',
    'İndir',
  ],
  termsChange: [
    'Koşullarımız 1 Ocak’ta değişiyor',
    '{p} koşulları kısaldı ve ödemelerde {b} ile nasıl çalıştığımızı anlatıyor. 1 Ocak’tan itibaren geçerli. Kabul etmezseniz önce ücretsiz ayrılabilirsiniz.',
    'Koşulları oku',
  ],
  refund: [
    '24,90 TL iadeniz yolda',
    'İadenizi aldık ve 24,90 TL’yi {b} hesabınıza geri ödedik. Beş iş günü sürebilir. {p} alışverişiniz için teşekkürler.',
    'İadeyi gör',
  ],
  passwordChanged: [
    '{p} şifreniz değişti',
    'Hesabınızın şifresi bugün 9:41’de değişti. Siz yaptıysanız sorun yok. Yapmadıysanız şifreyi sıfırlayın ve bize yazın.',
    'Hesabı koru',
  ],
  confirmAddress: [
    '{p} için e-postanızı onaylayın',
    '{p} ailesine hoş geldiniz! Makbuz ve güvenlik iletilerinin gelmesi için bunun sizin adresiniz olduğunu onaylayın. Bağlantı 24 saat geçerlidir.',
    'Adresi onayla',
  ],
};
