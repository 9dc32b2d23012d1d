import type { ConceptPhrases } from '../concept.ts';

/** Without accents many syllables equal English words, therefore each phrase needs at least two syllables. */
export const vietnamese: ConceptPhrases = {
  signIn: `đăng nhập/đăng nhập lại/đăng nhập ngay + tài khoản/hộp thư/cổng thông tin/trang cá nhân/webmail/hệ thống
    nhập/điền/cung cấp + mật khẩu/tên đăng nhập/thông tin đăng nhập
    mật khẩu + hết hạn/sắp hết hạn/đặt lại/giữ nguyên/thay đổi/cập nhật/đổi ngay
    nhấp vào/bấm vào/nhấn vào/truy cập/click vào + để đăng nhập`,
  confirmIdentity: `xác minh/xác nhận/xác thực/kiểm tra lại + tài khoản/danh tính/thông tin cá nhân/thông tin của bạn
    xác minh/xác nhận/xác thực/kiểm tra lại + thông tin khách hàng/quyền sở hữu/sinh trắc học
    cập nhật/bổ sung/hoàn thiện + thông tin cá nhân/thông tin của bạn/thông tin tài khoản/thông tin khách hàng
    cập nhật/bổ sung/hoàn thiện + sinh trắc học/giấy tờ tùy thân/hồ sơ của bạn
    tải lên/gửi/chụp/chụp ảnh + căn cước/cccd/cmnd/hộ chiếu/giấy phép lái xe/bằng lái xe
    định danh/vneid + kích hoạt/cập nhật/mức 2`,
  giveBankData: `nhập/cung cấp/cập nhật/xác nhận/gửi/điền/xác minh + số thẻ tín dụng/số thẻ của/số thẻ và/nhập số thẻ/thông tin thẻ
    nhập/cung cấp/cập nhật/xác nhận/gửi/điền/xác minh + số tài khoản/thẻ tín dụng/thẻ ngân hàng/thẻ ghi nợ/tài khoản ngân hàng/mã cvv
    nhập/cung cấp/gửi/đọc/điền + mã otp/mã pin/mã xác thực/mã xác nhận/thông tin ngân hàng/thông tin thanh toán
    phương thức thanh toán/thẻ tín dụng/thẻ của bạn + bị từ chối/hết hạn/cập nhật/không hợp lệ
    số thẻ/ngày hết hạn + cvv/cvc/ba số/3 số/mặt sau
    thẻ/số thẻ + bị từ chối/không thành công/cvv/cvc/ngày hết hạn/mặt sau + nhập/cập nhật/điền/lại`,
  changedBankDetails: `thay đổi/đã đổi/chuyển sang/cập nhật/số mới/tài khoản mới + tài khoản ngân hàng của chúng tôi/tài khoản nhận tiền
    thay đổi/đã đổi/chuyển sang/cập nhật/số mới/tài khoản mới + thông tin chuyển khoản/tài khoản thụ hưởng/tài khoản công ty
    thông báo/xin thông báo + thay đổi số tài khoản/thay đổi tài khoản/đổi tài khoản ngân hàng
    tài khoản cũ/tài khoản trước đây + không còn/ngừng sử dụng/đã đóng/đang kiểm toán/bị khóa
    các khoản thanh toán/thanh toán/chuyển khoản + sắp tới/tiếp theo/sau này/kế tiếp + tài khoản/ngân hàng`,
  payrollChange: `tiền lương/bảng lương/nhận lương/trả lương + tài khoản mới/thay đổi/cập nhật/đổi tài khoản/xác nhận/ngân hàng/điều chỉnh
    phiếu lương/lương của tôi/tài khoản lương + tài khoản mới/thay đổi/cập nhật/đổi tài khoản/xác nhận/ngân hàng/điều chỉnh`,
  giftCards: `thẻ quà tặng/thẻ google play/thẻ itunes + mua/mua giúp/mua hộ/chụp ảnh/cào/mã thẻ/gửi mã/hoàn lại
    thẻ cào/thẻ steam/thẻ nạp/phiếu quà tặng + mua/mua giúp/mua hộ/chụp ảnh/cào/mã thẻ/gửi mã/hoàn lại`,
  payInvoice: `hóa đơn/công nợ/khoản thanh toán/số dư/khoản nợ + quá hạn/chưa thanh toán/đến hạn/thanh toán ngay/tất toán/còn nợ/trễ hạn
    chuyển khoản/chuyển tiền/thanh toán + trong hôm nay/ngay hôm nay/gấp/khẩn/nhà cung cấp + tài khoản/số tiền/ngân hàng
    tiền điện/tiền nước/cước phí + quá hạn/chưa thanh toán/nợ cước/cắt điện
    cắt điện/ngừng cấp điện/cắt nước/ngừng cung cấp/tạm ngưng dịch vụ + thanh toán/nợ/tiền điện/hóa đơn
    chuyển khoản/chuyển tiền/thanh toán + hôm nay/gấp/ngay + hóa đơn/nhà cung cấp/công nợ/số tiền
    video của bạn/clip của bạn/camera của bạn/quay lại bạn + phát tán/danh bạ của bạn/bạn bè và gia đình + gửi/chuyển/thanh toán`,
  scanCode: `quét/quét mã + mã qr/mã vạch/bằng điện thoại/camera/qr code
    mã qr`,
  grantAccess: `cấp quyền/cho phép/chấp thuận/phê duyệt/đồng ý cấp + truy cập/ứng dụng/quyền truy cập
    cài đặt/tải về/tải ứng dụng + anydesk/teamviewer/ultraviewer/điều khiển từ xa/file apk/ứng dụng dịch vụ công
    kết nối/liên kết + tài khoản của bạn/tài khoản google/tài khoản microsoft/hộp thư của bạn
    cho phép/cấp quyền/đồng ý/chấp nhận + tiện ích/ứng dụng/đọc thư/đọc email/danh bạ/hộp thư/drive/thay mặt`,
  openFile: `mở/xem/tải về/tải xuống/xem xét/mở xem + tài liệu/tệp đính kèm/file đính kèm/tập tin/hợp đồng/tin nhắn thoại/sao kê/bản fax
    đã chia sẻ/được chia sẻ/chia sẻ + tài liệu/tệp/thư mục + với bạn/cho bạn
    bật nội dung/kích hoạt/cho phép + macro/nội dung/chế độ chỉnh sửa
    giải nén/zip/rar/exe/apk + mật khẩu/chạy/mở/cài
    chờ ký/cần ký/ký duyệt/đơn đặt hàng/lệnh chi + tài liệu/hợp đồng/tệp tin/file đính kèm + mật khẩu/tải về/tải xuống/bấm vào/giải nén`,
  callNumber: `gọi ngay/gọi điện/vui lòng gọi/gọi đến/liên hệ ngay + tổng đài/đường dây nóng/hotline/để hủy/hoàn tiền
    gọi ngay/gọi điện/vui lòng gọi/gọi đến/liên hệ ngay + số điện thoại/miễn phí/bộ phận hỗ trợ
    nếu không phải bạn/nếu bạn không thực hiện/nếu quý khách không thực hiện + gọi/liên hệ
    gọi ngay/gọi đến/gọi tới/liên hệ số/bấm gọi + cán bộ/nhầm lẫn/khóa/hướng dẫn/tổng đài/mở khóa/nhân viên
    gọi ngay/gọi lại ngay/vui lòng gọi + gặp/số/hotline`,
  walletPhrase: `cụm từ khôi phục/cụm từ bí mật/cụm từ hạt giống/khóa riêng tư/khóa cá nhân
    12 từ khóa/24 từ khóa/12 từ khôi phục/24 từ khôi phục/cụm 12 từ/seed phrase
    kết nối/đồng bộ/xác minh/xác thực/khôi phục + ví của bạn/ví tiền điện tử/ví tiền mã hóa/ví điện tử
    airdrop/token + nhận ngay/nhận miễn phí/yêu cầu nhận`,
  smallFee: `phạt nguội/vi phạm giao thông/tiền phạt/thuế nhập khẩu/phí hải quan + nộp/thanh toán/chưa nộp/đóng phí/chưa thanh toán/nộp phạt
    phí đường bộ/thu phí không dừng/phí lưu kho + nộp/thanh toán/chưa nộp/đóng phí/chưa thanh toán/nộp phạt
    thanh toán/nộp/đóng + khoản phí nhỏ/phí ship/phí xử lý/phí giao lại
    nộp/đóng + phí giao hàng/phí vận chuyển
    phạt nguội/nộp phạt/mức phạt/vi phạm giao thông/phí cầu đường/lỗi vi phạm + nộp/đóng/trực tuyến/chưa nộp/cưỡng chế/đăng kiểm
    phí/cước + lưu kho/giao lại/hải quan/thông quan + thanh toán/nộp/chuyển/đóng
    phí đăng ký/phí hồ sơ/phí đào tạo/tiền cọc/đặt cọc/phí đồng phục/phí gia hạn thẻ/phí bảo hiểm khoản vay + nhận việc/giải ngân/khoản vay/ngày đi làm`,
  renewMailbox: `hộp thư/hộp thư đến/dung lượng email/dung lượng lưu trữ/bộ nhớ/dung lượng + đã đầy/sắp đầy/bị đầy/vượt quá/giới hạn
    hộp thư/hộp thư đến/dung lượng email/dung lượng lưu trữ/bộ nhớ/dung lượng + nâng cấp/vô hiệu hóa/bị khóa/tạm ngưng
    các thư/thư đến/tin nhắn/email đến + bị giữ lại/đang chờ/bị cách ly/chưa được gửi/bị chặn
    tên miền/gói cước/gói đăng ký/bản quyền/hosting/thuê bao/thành viên + hết hạn/gia hạn/sắp hết hạn/tạm ngưng/ngừng dịch vụ`,
  claimPrize: `trúng thưởng/trúng giải/chúc mừng bạn/chúc mừng quý khách + giải thưởng/quà tặng/phần quà/voucher/khảo sát
    trúng thưởng/trúng giải/chúc mừng bạn/quay trúng/bạn trúng/trúng xe + xe máy/iphone/triệu/bốc thăm/giải/tiền mặt
    người may mắn/được chọn + giải thưởng/quà tặng/phần quà/voucher/khảo sát/xe máy/iphone/triệu đồng/bốc thăm
    nhận/nhận ngay/yêu cầu/lĩnh + giải thưởng/tiền thưởng/tiền hoàn/tiền hỗ trợ/tiền bồi thường/gói hỗ trợ
    hoàn thuế/hoàn tiền/tiền trợ cấp + đủ điều kiện/được duyệt/đang chờ/yêu cầu/được nhận/làm thủ tục
    thừa kế/di sản/người thụ hưởng/đã qua đời + triệu/đô la/luật sư/ngân hàng
    nhận giải/mã nhận giải/nhận thưởng + phí/điền/chuyển/thông tin/hồ sơ`,
  rescheduleParcel: `bưu kiện/bưu phẩm/đơn hàng/kiện hàng/giao hàng/gói hàng + không thành công/thất bại/không thể giao/bị giữ/tạm giữ
    bưu kiện/bưu phẩm/đơn hàng/kiện hàng/giao hàng/gói hàng + địa chỉ không/xác nhận địa chỉ/cập nhật địa chỉ
    bưu kiện/bưu phẩm/kiện hàng/gói hàng + hẹn lại/giao lại/hoàn trả/đang chờ/trả lại/thiếu địa chỉ/sai địa chỉ`,
  replyPrivately: `bạn có rảnh/em có rảnh/anh có rảnh/chị có rảnh/có đang ở văn phòng + trả lời/email/đang họp/bí mật/phản hồi
    có ở công ty không/việc gấp/cần em giúp/cần bạn giúp + trả lời/email/đang họp/bí mật/phản hồi
    bảo mật/bí mật/kín đáo/giữa chúng ta + không gọi/đừng gọi/không nghe máy/thương vụ/đang họp/trả lời
    gửi/cho tôi/cho anh/cho chị + số điện thoại của/số zalo/số whatsapp/số di động của
    trả lời/liên hệ/nhắn tin + email cá nhân/email riêng/zalo của tôi/qua zalo/whatsapp của tôi
    mất cắp/bị trộm/bị cướp/bị mất + ví/điện thoại/hộ chiếu/túi + giúp/vay/chuyển/mượn
    đừng nói với ai/không nói với ai/chỉ giữa chúng ta/giữ kín/chỉ trả lời email này/chỉ nhắn vào`,
  firstContact: `tình cờ/tìm thấy/đã xem/biết đến/biết tới/ghé thăm + công ty của bạn/website của bạn/quý công ty/trang web của bạn/hồ sơ của bạn
    tình cờ/tìm thấy/đã xem/biết đến/biết tới/ghé thăm + doanh nghiệp của bạn/cửa hàng của bạn/website của quý
    tôi tên là/tên tôi là/mình là/em tên là/tôi đại diện/chúng tôi là công ty/chúng tôi chuyên
    công ty chúng tôi chuyên/xin được giới thiệu/xin tự giới thiệu/hy vọng bạn vẫn khỏe/chúc anh chị một ngày/hy vọng email này/mong rằng email này
    đúng người phụ trách/ai là người phụ trách/bộ phận phụ trách/người phụ trách mảng/kết nối với người
    tìm hiểu/xem qua/theo dõi/đọc/thấy/qua tìm hiểu + website/doanh nghiệp mình/công ty mình/bên mình
    tìm hiểu/xem qua/theo dõi/đọc/thấy/qua tìm hiểu + fanpage/doanh nghiệp của anh/công ty anh/công ty chị
    nếu không phải/nếu anh chị không/nếu em cần liên hệ + phụ trách/ai/chỉ giúp/chuyển giúp/người khác
    không làm phiền/sẽ không làm phiền/chỉ cần trả lời/nếu không quan tâm/nếu chưa có nhu cầu/em xin phép dừng
    kính gửi anh chị lãnh đạo/kính gửi chủ doanh nghiệp/tìm kiếm đối tác/mong muốn hợp tác/em là + giải pháp/công ty/chuyên/hợp tác/tư vấn
    em thấy/tôi thấy/bên em thấy/em có ghé/em có xem/lướt thấy + bên mình/shop mình/quán mình/cửa hàng mình/chuỗi cửa hàng/khách sạn mình/phòng khám mình/bên anh/bên chị/của anh chị
    ai phụ trách/ai đang phụ trách/người quyết định/bộ phận thu mua/anh chị nào phụ trách + cho em/cho tôi xin/giúp em/chuyển giúp/kết nối
    chưa cần/chưa phù hợp/không phù hợp/không có nhu cầu + nhắn em/trả lời không/báo em/không gửi nữa/không liên hệ nữa/em dừng`,
  askMeeting: `15 phút/20 phút/30 phút/cuộc gọi ngắn/buổi trao đổi + tuần này/tuần sau/tuần tới/ngày mai/thuận tiện/quan tâm/sắp xếp/rảnh
    cuộc hẹn/gặp mặt trao đổi/lịch hẹn/buổi demo + tuần này/tuần sau/tuần tới/ngày mai/thuận tiện/quan tâm/sắp xếp/rảnh
    15 phút/20 phút/30 phút/nửa tiếng + thứ ba/thứ tư/thứ năm/thứ sáu/thứ hai/tuần/gặp/trình bày/cà phê/google meet/zoom
    xin phép hẹn/xin hẹn/hẹn anh/hẹn chị/hẹn gặp/xin một cuộc + phút/tuần/gặp/trao đổi/cà phê
    tiện thứ mấy/tiện lúc nào/tiện khi nào/rảnh khi nào/rảnh lúc nào/khi nào tiện/gọi anh chị lúc nào/cà phê hoặc
    em gọi/xin phép gọi/tôi gọi/gọi trao đổi/demo qua + cho số/để lại số/số điện thoại/15 phút/10 phút/5 phút/tuần này/mấy giờ/lúc nào tiện
    cho em xin/xin anh chị/cho tôi xin/xin phép anh chị + 15 phút/10 phút/5 phút/20 phút/ít phút/vài phút/cuộc hẹn`,
  introduceService: `chúng tôi giúp/chúng tôi cung cấp/bên em cung cấp/bên mình cung cấp + doanh nghiệp/dịch vụ/khách hàng/doanh thu/seo
    chúng tôi giúp/chúng tôi cung cấp/bên em cung cấp/bên mình cung cấp + thiết kế website/phần mềm/marketing/giải pháp
    chúng tôi hỗ trợ/đội ngũ của chúng tôi/chuyên cung cấp + doanh nghiệp/dịch vụ/khách hàng/doanh thu/seo
    chúng tôi hỗ trợ/đội ngũ của chúng tôi/chuyên cung cấp + thiết kế website/phần mềm/marketing/giải pháp
    tăng/tăng gấp đôi/cắt giảm/tiết kiệm/tối ưu + doanh thu của bạn/doanh số/lượng truy cập/chi phí của/khách hàng tiềm năng
    tư vấn miễn phí/không ràng buộc/gửi hồ sơ năng lực/hợp tác cùng quý
    bên em/bên mình/chúng tôi/bên tôi/em + đã giúp/hỗ trợ/giúp/chuyên/nhận/thiết kế + doanh thu/khách hàng/website/quảng cáo/phần mềm/đơn vị/shop
    website của anh/website bên mình/trang của bạn/website của mình/doanh nghiệp mình + chậm/google/mất khách/chưa khai thác/lỗi/chưa tối ưu/chưa lên
    cam kết/đảm bảo + top/khách hàng/hiệu quả/data/đơn hàng/doanh số
    thanh toán sau/trả phí theo kết quả/tháng đầu miễn phí/miễn phí tháng đầu/không hiệu quả không
    xưởng/nhà máy/chuyên sản xuất/chuyên in/chuyên phân phối/chuyên may + giá gốc/giá sỉ/báo giá/mẫu thử/rẻ hơn/catalogue/chiết khấu
    quý công ty/quý khách/doanh nghiệp + có nhu cầu + phản hồi/báo giá/liên hệ/hợp tác/số lượng
    rất mong có cơ hội/mong được hợp tác/mong nhận được phản hồi/cơ hội hợp tác/lần đầu hợp tác + công ty/kinh doanh/báo giá/quý
    miễn phí/không tính phí + phân tích/kiểm tra/audit/đánh giá/bản demo/thiết kế thử + website/fanpage/gian hàng/quán mình/shop mình + anh chị/bên mình/của mình
    đã làm cho/đang làm cho/khách của em/khách bên em/đơn vị tương tự/cửa hàng tương tự + tiết kiệm/doanh thu/chuỗi/nhà hàng/doanh nghiệp/phần trăm
    bên em làm/bên em nhận/bên em thiết kế/bên em có gói/bên tôi nhận + website/app/phần mềm/quảng cáo/kế toán/nhân sự/in ấn/kho bãi + giá từ/chỉ từ/triệu/mỗi tháng/bảo trì/trọn gói
    ứng viên/nhân sự/lập trình viên/nhân công + sẵn sàng/có sẵn/cung ứng/cho thuê/đi làm ngay + bên em/chúng tôi/công ty em`,
  followUp: `email trước/thư trước của tôi/email lần trước/chưa nhận được phản hồi/chưa nhận được hồi âm
    chưa thấy phản hồi/nhắc lại email/email gần đây nhất của tôi/xin phép nhắc lại
    em có gửi/em đã gửi/tôi đã gửi/đã viết/có nhắn + tuần trước/hôm trước/mấy hôm/trước đó
    chưa thấy anh/chưa thấy chị/chưa thấy trả lời/không biết anh chị đã/đã xem email chưa/còn quan tâm không/lần cuối em
    em gửi lại/em nhắn lại/em viết lại/em xin gửi lại/tôi viết lại/tôi gửi lại + email/báo giá/đề xuất/chưa nhận được/hồi âm/phản hồi`,
  sellList: `danh sách email/data khách hàng/dữ liệu khách hàng + cần bán/bán data/bán danh sách/cần mua/báo giá/giá rẻ/mẫu thử/lọc sẵn
    danh sách khách hàng + cần bán/bán data/bán danh sách/cần mua/báo giá/giá rẻ/mẫu thử/lọc sẵn
    danh sách doanh nghiệp/cơ sở dữ liệu/danh bạ doanh nghiệp + cần bán/bán data/bán danh sách/cần mua/báo giá/giá rẻ/mẫu thử/lọc sẵn
    nghìn/ngàn/triệu/000 + email/số điện thoại/sđt/data/liên hệ + doanh nghiệp/giám đốc/chủ/giá/danh sách
    bán/cung cấp + data/tệp khách hàng/danh sách số điện thoại/danh sách giám đốc`,
  exchangeLinks: `trao đổi liên kết/trao đổi link/trao đổi backlink/bán backlink/đặt backlink/bài viết khách mời/bài pr/đặt textlink/đi backlink
    đặt link/gắn link/chèn link + bài viết/website/giá
    đăng/xuất bản + bài viết/bài + website của bạn/blog của bạn/trang của anh/website bên mình`,
  recruit: `tuyển dụng/vị trí/ứng viên/cơ hội việc làm/việc làm/cộng tác viên + hồ sơ của bạn/kinh nghiệm của bạn/mức lương/phù hợp với bạn
    tuyển dụng/vị trí/ứng viên/cơ hội việc làm/việc làm/cộng tác viên + làm tại nhà/quan tâm/gửi cv/lương tháng`,
  authority: `tổng cục thuế/cục thuế/chi cục thuế/cơ quan thuế/hải quan/bộ công an/công an/tòa án/viện kiểm sát
    cảnh sát giao thông/bảo hiểm xã hội/cổng dịch vụ công/ủy ban nhân dân/bộ tài chính/cục quản lý`,
  bank: `ngân hàng của bạn/ngân hàng nhà nước/ngân hàng điện tử/trung tâm thẻ/bộ phận an ninh ngân hàng
    ngân hàng số/phòng chống gian lận/internet banking/dịch vụ thẻ`,
  carrier: `bưu điện/bưu cục/đơn vị vận chuyển/dịch vụ chuyển phát/chuyển phát nhanh
    công ty chuyển phát/giao hàng nhanh/trung tâm bưu kiện/đơn vị giao hàng`,
  insurer: `bảo hiểm y tế/bảo hiểm sức khỏe/công ty bảo hiểm/quỹ bảo hiểm`,
  provider: `nhà cung cấp dịch vụ/bộ phận thanh toán/công ty điện lực/điện lực/nhà mạng/công ty cấp nước/dịch vụ xem phim/nhà cung cấp internet`,
  exchange: `sàn giao dịch/sàn tiền điện tử/sàn tiền ảo/hỗ trợ ví/đội ngũ ví`,
  itDesk: `phòng it/bộ phận it/phòng công nghệ thông tin/bộ phận kỹ thuật/hỗ trợ kỹ thuật/quản trị hệ thống
    quản trị viên/quản trị email/quản trị mail/bộ phận hỗ trợ email/trung tâm công nghệ thông tin`,
  staffOffice: `phòng nhân sự/bộ phận nhân sự/phòng hành chính/hành chính nhân sự/bộ phận tiền lương/phòng tổ chức cán bộ`,
  boss: `tổng giám đốc/giám đốc điều hành/giám đốc tài chính/chủ tịch hội đồng/chủ tịch hđqt/ban giám đốc/giám đốc`,
  deadline: `trong vòng/trong/trước + 24 giờ/48 giờ/72 giờ/24h/48h/72h/24 tiếng/hôm nay/ngày làm việc
    ngay lập tức/càng sớm càng tốt/thông báo cuối cùng/nhắc nhở lần cuối/cảnh báo lần cuối/hết hạn hôm nay/trước nửa đêm/khẩn cấp/trong ngày hôm nay
    thông báo lần 2/lần cuối/trước 24h/trước 17h/hạn cuối/hạn chót/trong hôm nay/sau 24h/hạn 16h`,
  threat: `tài khoản/thẻ của/hộp thư/dịch vụ/quyền truy cập + bị khóa/tạm khóa/bị đình chỉ/bị vô hiệu/bị xóa/bị hạn chế/đóng vĩnh viễn
    bưu kiện/sim của/thuê bao + bị khóa/tạm khóa/bị đình chỉ/bị vô hiệu/bị xóa/bị hạn chế/đóng vĩnh viễn
    tài khoản/thẻ của/hộp thư/dịch vụ/quyền truy cập/bưu kiện/sim của/thuê bao + phong tỏa/bị đóng/khóa hai chiều/bị hủy/trả về
    truy cứu/khởi tố/lệnh bắt/xử phạt/cưỡng chế/khởi kiện/khóa vĩnh viễn/biện pháp pháp lý/xử lý theo pháp luật
    hoạt động/đăng nhập/giao dịch/thiết bị + bất thường/đáng ngờ/trái phép/khả nghi/thiết bị lạ/vị trí lạ`,
  warning: `không bao giờ yêu cầu/tuyệt đối không/không chia sẻ/không cung cấp mã/không cung cấp otp/không cung cấp mật khẩu
    không nhấp vào/cảnh giác/lừa đảo/giả mạo/kẻ gian/cảnh báo thủ đoạn`,
  subscribed: `bạn đã đăng ký/quý khách đã đăng ký/bạn nhận được email này vì/email này được gửi vì/email này được gửi đến
    đơn hàng của bạn/đơn hàng của quý khách/là thành viên/khách hàng của chúng tôi
    cảm ơn bạn đã đặt/cảm ơn bạn đã mua/cảm ơn quý khách đã/bạn đã yêu cầu/đặt chỗ của bạn/theo yêu cầu của bạn
    quý hội viên/quý thành viên/các bậc cha mẹ/quý cư dân/quý độc giả/kính gửi hội viên/như đã thống nhất/như đã trao đổi/dùng thử của bạn/báo giá mà bạn/báo giá anh chị yêu cầu/đã sử dụng dịch vụ của/đã đồng hành/hợp đồng của bạn với/khách hàng thân thiết/anh chị đã đăng ký/anh chị đã đặt`,
};
