//! What the first published implementation documents is found at the same path.

#![cfg(feature = "value")]

/// Each path once: it compiles or it does not.
#[allow(unused_imports, reason = "only their being there is tested")]
mod paths {
    pub(crate) use candid::arc as _p18;
    pub(crate) use candid::arc::deserialize as _p19;
    pub(crate) use candid::arc::serialize as _p20;
    pub(crate) use candid::candid_method as _p21;
    pub(crate) use candid::de as _p22;
    pub(crate) use candid::de::DecoderConfig as _p23;
    pub(crate) use candid::de::IDLDeserialize as _p24;
    pub(crate) use candid::decode_args as _p25;
    pub(crate) use candid::decode_args_with_config as _p26;
    pub(crate) use candid::decode_args_with_decoding_and_skipping_quota as _p27;
    pub(crate) use candid::decode_args_with_decoding_quota as _p28;
    pub(crate) use candid::decode_args_with_skipping_quota as _p29;
    pub(crate) use candid::decode_one as _p30;
    pub(crate) use candid::decode_one_with_config as _p31;
    pub(crate) use candid::decode_one_with_decoding_and_skipping_quota as _p32;
    pub(crate) use candid::decode_one_with_decoding_quota as _p33;
    pub(crate) use candid::decode_one_with_skipping_quota as _p34;
    pub(crate) use candid::define_function as _p35;
    pub(crate) use candid::define_service as _p36;
    pub(crate) use candid::encode_args as _p37;
    pub(crate) use candid::encode_one as _p38;
    pub(crate) use candid::error as _p39;
    pub(crate) use candid::error::Error as _p40;
    pub(crate) use candid::error::Result as _p41;
    pub(crate) use candid::export_service as _p42;
    pub(crate) use candid::field as _p43;
    pub(crate) use candid::func as _p44;
    pub(crate) use candid::pretty as _p45;
    pub(crate) use candid::pretty::candid as _p46;
    pub(crate) use candid::pretty::candid::compile as _p48;
    pub(crate) use candid::pretty::candid::compile_with_docs as _p49;
    pub(crate) use candid::pretty::candid::is_valid_as_id as _p50;
    pub(crate) use candid::pretty::candid::pp_args as _p51;
    pub(crate) use candid::pretty::candid::pp_docs as _p52;
    pub(crate) use candid::pretty::candid::pp_function as _p53;
    pub(crate) use candid::pretty::candid::pp_init_args as _p54;
    pub(crate) use candid::pretty::candid::pp_label as _p55;
    pub(crate) use candid::pretty::candid::pp_label_raw as _p56;
    pub(crate) use candid::pretty::candid::pp_mode as _p57;
    pub(crate) use candid::pretty::candid::pp_modes as _p58;
    pub(crate) use candid::pretty::candid::pp_rets as _p59;
    pub(crate) use candid::pretty::candid::pp_text as _p60;
    pub(crate) use candid::pretty::candid::pp_ty as _p61;
    pub(crate) use candid::pretty::candid::pp_ty_inner as _p62;
    pub(crate) use candid::pretty::candid::value as _p63;
    pub(crate) use candid::pretty::candid::value::number_to_string as _p64;
    pub(crate) use candid::pretty::candid::value::pp_args as _p65;
    pub(crate) use candid::pretty::candid::value::pp_char as _p66;
    pub(crate) use candid::pretty::candid::value::pp_value as _p67;
    pub(crate) use candid::pretty::candid::DocComments as _p47;
    pub(crate) use candid::pretty::utils as _p68;
    pub(crate) use candid::pretty::utils::concat as _p71;
    pub(crate) use candid::pretty::utils::enclose as _p72;
    pub(crate) use candid::pretty::utils::enclose_space as _p73;
    pub(crate) use candid::pretty::utils::ident as _p74;
    pub(crate) use candid::pretty::utils::kwd as _p75;
    pub(crate) use candid::pretty::utils::lines as _p76;
    pub(crate) use candid::pretty::utils::quote_ident as _p77;
    pub(crate) use candid::pretty::utils::sep_enclose as _p78;
    pub(crate) use candid::pretty::utils::sep_enclose_space as _p79;
    pub(crate) use candid::pretty::utils::str as _p80;
    pub(crate) use candid::pretty::utils::strict_concat as _p81;
    pub(crate) use candid::pretty::utils::INDENT_SPACE as _p69;
    pub(crate) use candid::pretty::utils::LINE_WIDTH as _p70;
    pub(crate) use candid::rc as _p82;
    pub(crate) use candid::rc::deserialize as _p83;
    pub(crate) use candid::rc::serialize as _p84;
    pub(crate) use candid::record as _p85;
    pub(crate) use candid::ser as _p86;
    pub(crate) use candid::ser::Compound as _p87;
    pub(crate) use candid::ser::IDLBuilder as _p88;
    pub(crate) use candid::ser::TypeSerialize as _p89;
    pub(crate) use candid::ser::ValueSerializer as _p90;
    pub(crate) use candid::service as _p91;
    pub(crate) use candid::types as _p92;
    pub(crate) use candid::types::arc as _p108;
    pub(crate) use candid::types::arc::deserialize as _p109;
    pub(crate) use candid::types::arc::serialize as _p110;
    pub(crate) use candid::types::bounded_vec as _p111;
    pub(crate) use candid::types::bounded_vec::BoundedVec as _p112;
    pub(crate) use candid::types::bounded_vec::UNBOUNDED as _p113;
    pub(crate) use candid::types::get_type as _p114;
    pub(crate) use candid::types::internal as _p115;
    pub(crate) use candid::types::internal::env_clear as _p129;
    pub(crate) use candid::types::internal::find_type as _p130;
    pub(crate) use candid::types::internal::find_type_doc as _p131;
    pub(crate) use candid::types::internal::get_type as _p132;
    pub(crate) use candid::types::internal::is_primitive as _p133;
    pub(crate) use candid::types::internal::text_size as _p134;
    pub(crate) use candid::types::internal::type_of as _p135;
    pub(crate) use candid::types::internal::unroll as _p136;
    pub(crate) use candid::types::internal::Field as _p116;
    pub(crate) use candid::types::internal::FieldDoc as _p117;
    pub(crate) use candid::types::internal::FuncMode as _p118;
    pub(crate) use candid::types::internal::Function as _p119;
    pub(crate) use candid::types::internal::Label as _p120;
    pub(crate) use candid::types::internal::Opcode as _p121;
    pub(crate) use candid::types::internal::SharedLabel as _p122;
    pub(crate) use candid::types::internal::Type as _p123;
    pub(crate) use candid::types::internal::TypeContainer as _p124;
    pub(crate) use candid::types::internal::TypeDoc as _p125;
    pub(crate) use candid::types::internal::TypeDocs as _p126;
    pub(crate) use candid::types::internal::TypeId as _p127;
    pub(crate) use candid::types::internal::TypeInner as _p128;
    pub(crate) use candid::types::leb128 as _p137;
    pub(crate) use candid::types::leb128::decode_int as _p138;
    pub(crate) use candid::types::leb128::decode_nat as _p139;
    pub(crate) use candid::types::leb128::encode_int as _p140;
    pub(crate) use candid::types::leb128::encode_nat as _p141;
    pub(crate) use candid::types::number as _p142;
    pub(crate) use candid::types::number::Int as _p143;
    pub(crate) use candid::types::number::Nat as _p144;
    pub(crate) use candid::types::principal as _p145;
    pub(crate) use candid::types::principal::Principal as _p146;
    pub(crate) use candid::types::principal::PrincipalError as _p147;
    pub(crate) use candid::types::rc as _p148;
    pub(crate) use candid::types::rc::deserialize as _p149;
    pub(crate) use candid::types::rc::serialize as _p150;
    pub(crate) use candid::types::reference as _p151;
    pub(crate) use candid::types::reference::Func as _p152;
    pub(crate) use candid::types::reference::FuncVisitor as _p153;
    pub(crate) use candid::types::reference::Service as _p154;
    pub(crate) use candid::types::reserved as _p155;
    pub(crate) use candid::types::reserved::Empty as _p156;
    pub(crate) use candid::types::reserved::Reserved as _p157;
    pub(crate) use candid::types::result as _p158;
    pub(crate) use candid::types::result::MotokoResult as _p159;
    pub(crate) use candid::types::subtype as _p160;
    pub(crate) use candid::types::subtype::equal as _p164;
    pub(crate) use candid::types::subtype::format_report as _p165;
    pub(crate) use candid::types::subtype::subtype as _p166;
    pub(crate) use candid::types::subtype::subtype_check_all as _p167;
    pub(crate) use candid::types::subtype::subtype_with_config as _p168;
    pub(crate) use candid::types::subtype::Gamma as _p161;
    pub(crate) use candid::types::subtype::Incompatibility as _p162;
    pub(crate) use candid::types::subtype::OptReport as _p163;
    pub(crate) use candid::types::type_env as _p169;
    pub(crate) use candid::types::type_env::TypeEnv as _p170;
    pub(crate) use candid::types::value as _p171;
    pub(crate) use candid::types::value::IDLArgs as _p172;
    pub(crate) use candid::types::value::IDLField as _p173;
    pub(crate) use candid::types::value::IDLValue as _p174;
    pub(crate) use candid::types::value::IDLValueVisitor as _p175;
    pub(crate) use candid::types::value::VariantValue as _p176;
    pub(crate) use candid::types::CandidType as _P93;
    pub(crate) use candid::types::Compound as _P94;
    pub(crate) use candid::types::Field as _p95;
    pub(crate) use candid::types::FieldDoc as _p96;
    pub(crate) use candid::types::FuncMode as _p97;
    pub(crate) use candid::types::Function as _p98;
    pub(crate) use candid::types::Label as _p99;
    pub(crate) use candid::types::Serializer as _P100;
    pub(crate) use candid::types::SharedLabel as _p101;
    pub(crate) use candid::types::Type as _p102;
    pub(crate) use candid::types::TypeDoc as _p103;
    pub(crate) use candid::types::TypeDocs as _p104;
    pub(crate) use candid::types::TypeEnv as _p105;
    pub(crate) use candid::types::TypeId as _p106;
    pub(crate) use candid::types::TypeInner as _p107;
    pub(crate) use candid::utils as _p177;
    pub(crate) use candid::utils::check_unique as _p180;
    pub(crate) use candid::utils::decode_args as _p181;
    pub(crate) use candid::utils::decode_args_with_config as _p182;
    pub(crate) use candid::utils::decode_args_with_config_debug as _p183;
    pub(crate) use candid::utils::decode_args_with_decoding_and_skipping_quota as _p184;
    pub(crate) use candid::utils::decode_args_with_decoding_quota as _p185;
    pub(crate) use candid::utils::decode_args_with_skipping_quota as _p186;
    pub(crate) use candid::utils::decode_one as _p187;
    pub(crate) use candid::utils::decode_one_with_config as _p188;
    pub(crate) use candid::utils::decode_one_with_decoding_and_skipping_quota as _p189;
    pub(crate) use candid::utils::decode_one_with_decoding_quota as _p190;
    pub(crate) use candid::utils::decode_one_with_skipping_quota as _p191;
    pub(crate) use candid::utils::encode_args as _p192;
    pub(crate) use candid::utils::encode_args_ref as _p193;
    pub(crate) use candid::utils::encode_one as _p194;
    pub(crate) use candid::utils::pp_num_str as _p195;
    pub(crate) use candid::utils::write_args as _p196;
    pub(crate) use candid::utils::write_args_ref as _p197;
    pub(crate) use candid::utils::ArgumentDecoder as _P178;
    pub(crate) use candid::utils::ArgumentEncoder as _P179;
    pub(crate) use candid::variant as _p198;
    pub(crate) use candid::write_args as _p199;
    pub(crate) use candid::CandidType as _p0;
    pub(crate) use candid::Decode as _p1;
    pub(crate) use candid::DecoderConfig as _p2;
    pub(crate) use candid::Deserialize as _p3;
    pub(crate) use candid::Empty as _p4;
    pub(crate) use candid::Encode as _p5;
    pub(crate) use candid::Error as _p6;
    pub(crate) use candid::Func as _p7;
    pub(crate) use candid::IDLArgs as _p8;
    pub(crate) use candid::IDLValue as _p9;
    pub(crate) use candid::Int as _p10;
    pub(crate) use candid::MotokoResult as _p11;
    pub(crate) use candid::Nat as _p12;
    pub(crate) use candid::Principal as _p13;
    pub(crate) use candid::Reserved as _p14;
    pub(crate) use candid::Result as _p15;
    pub(crate) use candid::Service as _p16;
    pub(crate) use candid::TypeEnv as _p17;
}

#[test]
fn paths_compile() {
    // The imports above are the test; this one call makes sure that they name what they say.
    let bytes = candid::utils::encode_one(1u8).unwrap();
    assert_eq!(
        candid::de::IDLDeserialize::new(&bytes)
            .unwrap()
            .get_value::<u8>()
            .unwrap(),
        1
    );
}

/// Names that a glob import must not take from crates that canisters use beside this one: a module `serde`, for one, would
/// make each `use serde::…` behind it ambiguous.
mod beside_other_crates {
    #[allow(unused_imports, reason = "what is behind it has to compile")]
    use candid::*;
    use serde::Serialize;

    #[derive(CandidType, Deserialize, Serialize)]
    pub(super) struct Both {
        #[serde(with = "serde_bytes")]
        pub(super) bytes: Vec<u8>,
    }
}

#[test]
fn glob_imports() {
    let both = beside_other_crates::Both { bytes: vec![1] };
    assert_eq!(serde_json::to_string(&both).unwrap(), r#"{"bytes":[1]}"#);
}
